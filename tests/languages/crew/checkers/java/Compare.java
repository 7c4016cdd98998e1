import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Scanner;

/** Called as {@code Compare input answer feedback_dir < output}. */
public class Compare {
    public static void main(String[] args) throws IOException {
        try (Scanner answer = new Scanner(new File(args[1])); Scanner output = new Scanner(System.in);
                PrintWriter message = new PrintWriter(new File(args[2], "judgemessage.txt"))) {
            long wanted = answer.nextLong();
            boolean right = Verdict.of(output, wanted);
            message.println(right ? "the best" : "not " + wanted);
            message.flush();
            System.exit(right ? 42 : 43);
        }
    }
}
