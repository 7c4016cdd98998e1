#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int n = opt<int>(1);
    unsigned long long mixed = 0;
    for (int i = 0; i < n; ++i)
        mixed = mixed * 3 + static_cast<unsigned long long>(rnd.next(1, 1000000000));
    println(mixed);
}
