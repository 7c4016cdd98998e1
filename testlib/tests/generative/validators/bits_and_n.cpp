#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1 << 16, "n");
    ensuref(__builtin_popcount(n) == 1, "n must be a power of two");
    inf.readEoln();
    inf.readInts(n, 0, (1 << 30) - 1, "a");
    inf.readEoln();
    inf.readEof();
}
