#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int n = opt<int>(1);
    unsigned long long mixed = 0;
    for (int round = 0; round < 10; ++round)
        for (int value : rnd.perm(n))
            mixed = mixed * 3 + static_cast<unsigned long long>(value);
    println(mixed);
}
