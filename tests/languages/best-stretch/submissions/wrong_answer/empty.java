package stretch;

import java.util.Scanner;

/* public class Other { is not it */
public class Kadane {
    static class Reader {
        final Scanner scanner = new Scanner(System.in);
    }

    public static void main(String[] args) {
        Scanner in = new Reader().scanner;
        int n = in.nextInt();
        long best = 0, here = 0;
        for (int i = 0; i < n; i++) {
            here = Math.max(here, 0) + in.nextLong();
            best = Math.max(best, here);
        }
        System.out.println(best);
    }
}
