#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 100, "n");
    inf.readSpace();
    int l = inf.readInt(n, 1000000, "L");
    inf.readEoln();
    vector<int> a(n);
    for (int i = 0; i < n; ++i) {
        a[i] = inf.readInt(0, l, "x_i");
        if (i > 0) ensuref(a[i - 1] < a[i], "x must be strictly increasing");
        if (i + 1 < n) inf.readSpace();
    }
    inf.readEoln();
    inf.readEof();
}
