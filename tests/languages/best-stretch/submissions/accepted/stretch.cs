using System;

class Stretch {
    static void Main() {
        Console.ReadLine();
        long best = long.MinValue, here = 0;
        foreach (var word in Console.ReadLine().Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries)) {
            here = Math.Max(here, 0) + long.Parse(word);
            best = Math.Max(best, here);
        }
        Console.WriteLine(best);
    }
}
