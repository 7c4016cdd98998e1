#include "testlib.h"
#include <bits/stdc++.h>
typedef long long ll;
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 10000, "t");
    inf.readEoln();
    ll cells = 0;
    for (int tc = 1; tc <= t; ++tc) {
        setTestCase(tc);
        int n = inf.readInt(1, 1000000, "n");
        inf.readSpace();
        int m = inf.readInt(1, 1000000, "m");
        inf.readEoln();
        ensuref(1LL * n * m <= 1000000, "n * m <= 10^6");
        cells += 1LL * n * m;
        for (int i = 0; i < n; ++i) {
            inf.readToken(format("[.*]{%d}", m), "row");
            inf.readEoln();
        }
    }
    ensuref(cells <= 1000000, "sum of n * m <= 10^6");
    inf.readEof();
}
