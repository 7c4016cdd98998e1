// Makes an input: n integers, each drawn evenly from low to high.
#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    int low = opt<int>("low");
    int high = opt<int>("high");
    println(n);
    for (int i = 0; i < n; i++) {
        if (i > 0) {
            std::cout << ' ';
        }
        std::cout << rnd.next(low, high);
    }
    std::cout << '\n';
}
