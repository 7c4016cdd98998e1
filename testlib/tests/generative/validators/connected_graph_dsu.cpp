#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

const int N = 100100;
int par[N];

int find(int x) {
    return par[x] == x ? x : par[x] = find(par[x]);
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);

    int n = inf.readInt(2, 100000, "n");
    inf.readSpace();
    int m = inf.readInt(n - 1, 200000, "m");
    inf.readEoln();

    for (int i = 1; i <= n; i++) par[i] = i;
    int comps = n;
    set<pair<int,int>> was;

    for (int i = 1; i <= m; i++) {
        int a = inf.readInt(1, n, "a_i");
        inf.readSpace();
        int b = inf.readInt(1, n, "b_i");
        inf.readSpace();
        inf.readInt(1, 1000000000, "w_i");
        inf.readEoln();
        ensure(a != b);
        ensure(was.insert(minmax({a, b})).second);
        int x = find(a), y = find(b);
        if (x != y) {
            par[x] = y;
            comps--;
        }
    }
    ensuref(comps == 1, "the graph must be connected");
    inf.readEof();
}
