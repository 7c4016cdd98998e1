// Before every update, checks every module against every rule.
#include <iostream>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<pair<int, int>> rules(m);
    for (auto& rule : rules) cin >> rule.first >> rule.second;
    vector<bool> done(n + 1);
    vector<int> order;
    while (int(order.size()) < n) {
        int found = 0;
        for (int v = 1; v <= n; ++v) {
            if (done[v]) continue;
            int waits = 0;
            for (auto& rule : rules)
                if (rule.second == v && !done[rule.first]) ++waits;
            if (waits == 0) found = v;
        }
        if (found == 0) {
            cout << "IMPOSSIBLE\n";
            return 0;
        }
        done[found] = true;
        order.push_back(found);
    }
    for (int v : order) cout << v << ' ';
    cout << '\n';
}
