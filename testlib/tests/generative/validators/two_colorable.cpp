#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

vector<int> g[1005];
int col[1005];

bool paint(int v, int c) {
    col[v] = c;
    for (int u : g[v]) {
        if (col[u] == c) return false;
        if (!col[u] && !paint(u, 3 - c)) return false;
    }
    return true;
}

int main() {
    registerValidation();
    int n = inf.readInt(2, 1000, "n");
    inf.readSpace();
    int m = inf.readInt(1, 2000, "m");
    inf.readEoln();
    for (int i = 0; i < m; ++i) {
        int u = inf.readInt(1, n, "u");
        inf.readSpace();
        int v = inf.readInt(1, n, "v");
        inf.readEoln();
        ensuref(u != v, "loop");
        g[u].push_back(v);
        g[v].push_back(u);
    }
    for (int i = 1; i <= n; ++i)
        if (!col[i]) ensuref(paint(i, 1), "graph is not bipartite");
    inf.readEof();
    return 0;
}
