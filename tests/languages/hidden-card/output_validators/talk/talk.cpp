#include <fstream>
#include <iostream>
#include <string>

int main(int, char** argv) {
    int card = 0, x = 0;
    std::ifstream(argv[1]) >> card;
    std::ofstream message(std::string(argv[3]) + "/judgemessage.txt");
    for (int asked = 0;; asked++) {
        char kind = 0;
        if (!(std::cin >> kind >> x)) {
            message << "no question and no answer";
            return 43;
        }
        if (kind == '!') {
            message << (x == card ? "found" : "another card");
            return x == card ? 42 : 43;
        }
        if (asked == 10) {
            message << "too many questions";
            return 43;
        }
        std::cout << (card < x ? "less" : card > x ? "more" : "same") << std::endl;
    }
}
