import java.util.Scanner;

final class Verdict {
    static boolean of(Scanner output, long wanted) {
        return output.hasNextLong() && output.nextLong() == wanted && !output.hasNext();
    }
}
