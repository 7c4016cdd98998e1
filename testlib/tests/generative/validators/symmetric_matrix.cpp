#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;
int d[110][110];
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 100, "n");
    inf.readEoln();
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            d[i][j] = inf.readInt(0, 1000, "d[i][j]");
            if (j + 1 < n) inf.readSpace();
        }
        inf.readEoln();
    }
    for (int i = 0; i < n; ++i) {
        ensuref(d[i][i] == 0, "diagonal must be zero");
        for (int j = 0; j < i; ++j)
            ensuref(d[i][j] == d[j][i], "d[%d][%d] != d[%d][%d]", i, j, j, i);
    }
    inf.readEof();
}
