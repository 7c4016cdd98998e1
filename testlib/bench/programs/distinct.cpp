#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int n = opt<int>(1);
    unsigned long long mixed = 0;
    for (int value : rnd.distinct(n, 1, 1000000000))
        mixed = mixed * 3 + static_cast<unsigned long long>(value);
    println(mixed);
}
