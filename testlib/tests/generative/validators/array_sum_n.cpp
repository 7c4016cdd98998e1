#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

const int MAXT = 1e4;
const int MAXN = 2e5;
const int MAXA = 1e9;

int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, MAXT, "t");
    inf.readEoln();
    int sumN = 0;
    for (int tc = 1; tc <= t; tc++) {
        setTestCase(tc);
        int n = inf.readInt(1, MAXN, "n");
        inf.readEoln();
        sumN += n;
        for (int i = 0; i < n; i++) {
            if (i) inf.readSpace();
            inf.readInt(1, MAXA, "a_i");
        }
        inf.readEoln();
    }
    ensuref(sumN <= MAXN, "sum of n over all test cases must not exceed %d, found %d", MAXN, sumN);
    inf.readEof();
}
