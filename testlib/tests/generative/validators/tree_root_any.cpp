#include "testlib.h"
#include <bits/stdc++.h>

using namespace std;

// rooted tree given by an arbitrary parent array, root has parent 0
vector<vector<int>> g;

int dfs(int v) {
    int r = 1;
    for (int to : g[v]) r += dfs(to);
    return r;
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1000, "n");
    inf.readEoln();
    g.resize(n + 1);
    int root = -1;
    for (int i = 1; i <= n; i++) {
        int p = inf.readInt(0, n, "p");
        if (i < n) inf.readSpace();
        if (p == 0) {
            ensuref(root == -1, "two roots: %d and %d", root, i);
            root = i;
        } else {
            ensuref(p != i, "vertex %d is its own parent", i);
            g[p].push_back(i);
        }
    }
    inf.readEoln();
    ensuref(root != -1, "no root");
    ensuref(dfs(root) == n, "not a tree");
    inf.readEof();
}
