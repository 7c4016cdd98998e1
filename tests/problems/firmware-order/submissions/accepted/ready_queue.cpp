#include <iostream>
#include <queue>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int n, m;
    cin >> n >> m;
    vector<vector<int>> later(n + 1);
    vector<int> waits(n + 1);
    for (int i = 0; i < m; ++i) {
        int a, b;
        cin >> a >> b;
        later[a].push_back(b);
        ++waits[b];
    }
    queue<int> ready;
    for (int v = 1; v <= n; ++v)
        if (waits[v] == 0) ready.push(v);
    vector<int> order;
    while (!ready.empty()) {
        int v = ready.front();
        ready.pop();
        order.push_back(v);
        for (int w : later[v])
            if (--waits[w] == 0) ready.push(w);
    }
    if (int(order.size()) < n) {
        cout << "IMPOSSIBLE\n";
        return 0;
    }
    for (int v : order) cout << v << ' ';
    cout << '\n';
}
