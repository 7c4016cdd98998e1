public class line {
    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]), first = Integer.parseInt(args[1]);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < n; i++) line.append(i == 0 ? "" : " ").append(first - 2 * i);
        System.out.println(n + "\n" + line);
    }
}
