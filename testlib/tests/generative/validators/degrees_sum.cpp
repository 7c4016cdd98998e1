#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 100, "t");
    inf.readEoln();
    for (int tc = 1; tc <= t; tc++) {
        setTestCase(tc);
        int n = inf.readInt(2, 50, "n");
        inf.readEoln();
        auto d = inf.readInts(n, 1, n - 1, "deg");
        inf.readEoln();
        ensuref(accumulate(d.begin(), d.end(), 0) == 2 * (n - 1), "degrees of a tree must sum to 2(n-1)");
    }
    inf.readEof();
}
