#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

const int MAXN = 200000;

struct DSU {
    vector<int> p;
    DSU(int n) : p(n + 1) { iota(p.begin(), p.end(), 0); }
    int find(int x) {
        while (x != p[x]) x = p[x] = p[p[x]];
        return x;
    }
    bool unite(int a, int b) {
        a = find(a), b = find(b);
        if (a == b) return false;
        p[a] = b;
        return true;
    }
};

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, MAXN, "n");
    inf.readEoln();
    DSU dsu(n);
    for (int i = 0; i < n - 1; i++) {
        int u = inf.readInt(1, n, "u_i");
        inf.readSpace();
        int v = inf.readInt(1, n, "v_i");
        inf.readEoln();
        ensuref(dsu.unite(u, v), "edge %d (%d %d) closes a cycle", i + 1, u, v);
    }
    inf.readEof();
}
