#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 1000, "n"); inf.readSpace();
    int m = inf.readInt(0, 5000, "m"); inf.readEoln();
    vector<vector<int>> adj(n);
    vector<int> deg(n, 0);
    for (int i = 0; i < m; i++) {
        int a = inf.readInt(1, n); inf.readSpace();
        int b = inf.readInt(1, n); inf.readEoln();
        --a; --b;
        ensuref(a != b, "loop");
        adj[a].push_back(b);
        deg[b]++;
    }
    queue<int> q;
    for (int i = 0; i < n; i++)
        if (!deg[i]) q.push(i);
    int cnt = 0;
    while (!q.empty()) {
        int v = q.front(); q.pop();
        cnt++;
        for (int u : adj[v])
            if (--deg[u] == 0) q.push(u);
    }
    ensuref(cnt == n, "graph has a cycle");
    inf.readEof();
}
