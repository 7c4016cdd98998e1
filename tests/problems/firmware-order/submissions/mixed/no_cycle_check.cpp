// @EXPECTED_RESULTS@: WRONG_ANSWER
// Prints whatever could be ordered and never says IMPOSSIBLE.
#include <iostream>
#include <queue>
#include <vector>

using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> later(n + 1);
    vector<int> waits(n + 1);
    while (m-- > 0) {
        int a, b;
        cin >> a >> b;
        later[a].push_back(b);
        ++waits[b];
    }
    queue<int> ready;
    for (int v = 1; v <= n; ++v)
        if (waits[v] == 0) ready.push(v);
    while (!ready.empty()) {
        int v = ready.front();
        ready.pop();
        cout << v << ' ';
        for (int w : later[v])
            if (--waits[w] == 0) ready.push(w);
    }
    cout << '\n';
}
