#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 500, "n");
    inf.readSpace();
    int m = inf.readInt(1, 500, "m");
    inf.readSpace();
    int k = inf.readInt(0, min(n * m, 100000), "k");
    inf.readEoln();
    vector<vector<char>> has(n + 1, vector<char>(m + 1, 0));
    for (int i = 0; i < k; i++) {
        int u = inf.readInt(1, n, "u");
        inf.readSpace();
        int v = inf.readInt(1, m, "v");
        inf.readEoln();
        ensuref(!has[u][v], "edge (%d, %d) is given twice", u, v);
        has[u][v] = 1;
    }
    inf.readEof();
}
