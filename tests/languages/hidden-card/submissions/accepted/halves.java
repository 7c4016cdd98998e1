import java.util.Scanner;

class Card {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int low = 1, high = 1000;
        while (low < high) {
            int mid = (low + high) / 2;
            System.out.println("? " + mid);
            String said = in.next();
            if (said.equals("less")) high = mid - 1;
            else if (said.equals("more")) low = mid + 1;
            else low = high = mid;
        }
        System.out.println("! " + low);
    }
}
