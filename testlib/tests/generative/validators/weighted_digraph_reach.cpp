#include "testlib.h"
#include <bits/stdc++.h>
#define forn(i, n) for (int i = 0; i < int(n); i++)
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 2000, "n");
    inf.readSpace();
    int m = inf.readInt(1, 10000, "m");
    inf.readSpace();
    int s = inf.readInt(1, n, "s");
    inf.readSpace();
    int t = inf.readInt(1, n, "t");
    inf.readEoln();
    ensuref(s != t, "s and t must be different");
    vector<vector<int>> adj(n);
    forn(i, m) {
        int u = inf.readInt(1, n, "u");
        inf.readSpace();
        int v = inf.readInt(1, n, "v");
        inf.readSpace();
        inf.readInt(0, 1000000, "w");
        inf.readEoln();
        adj[u - 1].push_back(v - 1);
    }
    vector<bool> vis(n, false);
    vector<int> st(1, s - 1);
    vis[s - 1] = true;
    while (!st.empty()) {
        int v = st.back();
        st.pop_back();
        for (auto to : adj[v])
            if (!vis[to]) {
                vis[to] = true;
                st.push_back(to);
            }
    }
    ensuref(vis[t - 1], "there is no path from s to t");
    inf.readEof();
}
