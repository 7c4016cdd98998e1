// Takes 10^12 seconds for endless.
#include <cstdio>
#include <queue>
#include <vector>

using namespace std;

int main() {
    const long long NEVER = 1000000000000LL, MOD = 1000000007;
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    vector<vector<pair<int, int>>> locks(n + 1);
    while (m--) {
        int a, b, w;
        if (scanf("%d %d %d", &a, &b, &w) != 3) return 1;
        locks[a].push_back({b, w});
    }
    vector<long long> time(n + 1, NEVER), ways(n + 1, 0);
    priority_queue<pair<long long, int>> queue;
    time[1] = 0;
    ways[1] = 1;
    queue.push({0, 1});
    while (!queue.empty()) {
        auto [t, a] = queue.top();
        queue.pop();
        if (-t != time[a]) continue;
        for (auto [b, w] : locks[a]) {
            long long there = time[a] + w;
            if (there < time[b]) {
                time[b] = there;
                ways[b] = ways[a];
                queue.push({-there, b});
            } else if (there == time[b]) {
                ways[b] = (ways[b] + ways[a]) % MOD;
            }
        }
    }
    if (time[n] == NEVER) puts("stuck");
    else printf("%lld %lld\n", time[n], ways[n]);
}
