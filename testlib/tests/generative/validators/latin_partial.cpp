#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

// partially filled latin square, 0 = empty
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 9, "n");
    inf.readEoln();
    vector<set<int>> row(n), col(n);
    int empties = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            int v = inf.readInt(0, n, "v");
            if (v == 0) {
                empties++;
            } else {
                ensuref(row[i].insert(v).second, "repeat in row %d", i + 1);
                ensuref(col[j].insert(v).second, "repeat in column %d", j + 1);
            }
            if (j + 1 < n) inf.readSpace();
        }
        inf.readEoln();
    }
    ensuref(empties >= 1, "nothing to fill");
    inf.readEof();
}
