#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 200000, "n");
    inf.readEoln();
    vector<int> parent(n + 1);
    for (int i = 2; i <= n; i++) {
        parent[i] = inf.readInt(1, n, "parent");
        if (i < n) inf.readSpace();
    }
    inf.readEoln();
    // Every vertex has to come to the root; what is marked with 2 does.
    vector<char> state(n + 1);
    state[1] = 2;
    for (int i = 2; i <= n; i++) {
        int v = i;
        while (state[v] == 0) {
            state[v] = 1;
            v = parent[v];
        }
        ensuref(state[v] == 2, "vertex %d is on a cycle", v);
        for (int u = i; state[u] == 1; u = parent[u]) state[u] = 2;
    }
    inf.readEof();
}
