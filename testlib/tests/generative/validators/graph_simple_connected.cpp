#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 200000, "n");
    inf.readSpace();
    int m = inf.readInt(1, 200000, "m");
    inf.readEoln();
    ensuref(m >= n - 1, "%d edges cannot connect %d vertices", m, n);
    ensuref(m <= 1LL * n * (n - 1) / 2, "too many edges: %d", m);
    vector<int> parent(n);
    iota(parent.begin(), parent.end(), 0);
    auto find = [&](int x) {
        while (x != parent[x]) x = parent[x] = parent[parent[x]];
        return x;
    };
    set<pair<int, int>> edges;
    int components = n;
    for (int i = 0; i < m; i++) {
        int from = inf.readInt(0, n - 1, "from");
        inf.readSpace();
        int to = inf.readInt(0, n - 1, "to");
        inf.readEoln();
        ensuref(from != to, "edge %d is a loop", i + 1);
        ensuref(edges.insert({min(from, to), max(from, to)}).second, "edge %d is repeated", i + 1);
        if (find(from) != find(to)) {
            parent[find(from)] = find(to);
            components--;
        }
    }
    ensuref(components == 1, "the graph has %d components", components);
    inf.readEof();
}
