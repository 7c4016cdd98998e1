#include "testlib.h"
#include <vector>
#include <queue>

int main(int argc, char** argv) {
    registerValidation(argc, argv);
    const int n = inf.readInt(1, 100, "n");
    inf.readEoln();
    std::vector<std::vector<int>> adj(n);
    for (int i = 0; i + 1 < n; ++i) {
        const int a = inf.readInt(0, n - 1, "a");
        inf.readSpace();
        const int b = inf.readInt(0, n - 1, "b");
        inf.readEoln();
        adj[a].push_back(b);
        adj[b].push_back(a);
    }
    std::vector<char> seen(n, 0);
    std::queue<int> q;
    q.push(0);
    seen[0] = 1;
    int reached = 1;
    while (!q.empty()) {
        int v = q.front();
        q.pop();
        for (int u : adj[v]) {
            if (seen[u]) continue;
            seen[u] = 1;
            ++reached;
            q.push(u);
        }
    }
    // n - 1 edges and connected => tree
    ensuref(reached == n, "the graph is not connected: %d of %d reached", reached, n);
    inf.readEof();
}
