import java.io.File;
import java.io.IOException;
import java.util.Scanner;

public class Talk {
    public static void main(String[] args) throws IOException {
        int card = new Scanner(new File(args[0])).nextInt();
        Scanner in = new Scanner(System.in);
        for (int asked = 0; in.hasNext(); asked++) {
            boolean answers = in.next().equals("!");
            int x = in.nextInt();
            if (answers) System.exit(x == card ? 42 : 43);
            if (asked == 10) break;
            System.out.println(card < x ? "less" : card > x ? "more" : "same");
        }
        System.exit(43);
    }
}
