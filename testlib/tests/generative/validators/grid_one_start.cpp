#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(2, 1000, "n");
    inf.readSpace();
    int m = inf.readInt(2, 1000, "m");
    inf.readEoln();
    int cs = 0, ct = 0;
    for (int i = 0; i < n; i++) {
        string row = inf.readToken("[.#ST]{1,1000}", "row");
        inf.readEoln();
        ensuref((int)row.size() == m, "row %d has wrong length", i + 1);
        cs += count(row.begin(), row.end(), 'S');
        ct += count(row.begin(), row.end(), 'T');
    }
    ensuref(cs == 1, "there must be exactly one S");
    ensuref(ct == 1, "there must be exactly one T");
    inf.readEof();
}
