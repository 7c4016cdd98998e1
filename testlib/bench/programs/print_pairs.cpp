#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int n = opt<int>(1);
    for (int i = 0; i < n; i += 2) {
        const int a = rnd.next(1, 1000000000);
        const int b = rnd.next(1, 1000000000);
        println(a, b);
    }
}
