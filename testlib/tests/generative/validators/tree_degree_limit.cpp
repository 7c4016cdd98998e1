#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

struct dsu {
    vector<int> p, sz;
    dsu(int n) : p(n), sz(n, 1) { iota(p.begin(), p.end(), 0); }
    int get(int x) { return p[x] == x ? x : p[x] = get(p[x]); }
    bool join(int a, int b) {
        a = get(a), b = get(b);
        if (a == b) return false;
        if (sz[a] < sz[b]) swap(a, b);
        sz[a] += sz[b];
        p[b] = a;
        return true;
    }
};

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 100000, "n");
    inf.readEoln();
    dsu d(n);
    vector<int> deg(n);
    for (int i = 1; i < n; i++) {
        int a = inf.readInt(1, n, "a") - 1;
        inf.readSpace();
        int b = inf.readInt(1, n, "b") - 1;
        inf.readEoln();
        ensuref(d.join(a, b), "the edges must form a tree");
        deg[a]++, deg[b]++;
    }
    for (int i = 0; i < n; i++) ensuref(deg[i] <= 3, "vertex %d has degree %d", i + 1, deg[i]);
    inf.readEof();
}
