#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 100, "n");
    inf.readSpace();
    int m = inf.readInt(1, 10000, "m");
    inf.readEoln();
    vector<int> c = inf.readInts(n, 0, m, "c");
    inf.readEoln();
    long long total = accumulate(c.begin(), c.end(), 0LL);
    ensuref(total == m, "c_i must sum to m = %d, but the sum is %lld", m, total);
    inf.readEof();
}
