#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int n = opt<int>(1);
    for (int i = 0; i < n; ++i)
        std::cout << rnd.next(1, 1000000000) << '\n';
}
