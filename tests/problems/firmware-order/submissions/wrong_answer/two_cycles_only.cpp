// Notices a rule and its opposite, but no longer cycle; breaks those at the smallest module.
#include <iostream>
#include <queue>
#include <set>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    set<pair<int, int>> rules;
    bool possible = true;
    vector<vector<int>> later(n + 1);
    vector<int> waits(n + 1);
    for (int i = 0; i < m; ++i) {
        int a, b;
        cin >> a >> b;
        if (rules.count({b, a})) possible = false;
        rules.insert({a, b});
        later[a].push_back(b);
        ++waits[b];
    }
    if (!possible) {
        cout << "IMPOSSIBLE\n";
        return 0;
    }
    queue<int> ready;
    vector<bool> done(n + 1);
    for (int v = 1; v <= n; ++v)
        if (waits[v] == 0) ready.push(v);
    int smallest = 1;
    for (int printed = 0; printed < n; ++printed) {
        int v;
        if (ready.empty()) {
            while (done[smallest]) ++smallest;
            v = smallest;
        } else {
            v = ready.front();
            ready.pop();
        }
        done[v] = true;
        cout << v << ' ';
        for (int w : later[v])
            if (--waits[w] == 0 && !done[w]) ready.push(w);
    }
    cout << '\n';
}
