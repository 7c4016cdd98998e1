// Looks again at a basin for every time that it was put into the queue, and counts the ways afterwards. That takes long
// if one basin with many locks is found to be nearer very often.
#include <algorithm>
#include <cstdio>
#include <map>
#include <queue>
#include <vector>

using namespace std;

int main() {
    const long long NEVER = 1LL << 60, MOD = 1000000007;
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    vector<multimap<int, int>> locks(n + 1);
    while (m--) {
        int a, b, w;
        if (scanf("%d %d %d", &a, &b, &w) != 3) return 1;
        locks[a].insert({b, w});
    }
    vector<long long> time(n + 1, NEVER), ways(n + 1, 0);
    priority_queue<pair<long long, int>> queue;
    time[1] = 0;
    vector<int> order;
    queue.push({0, 1});
    while (!queue.empty()) {
        int a = queue.top().second;
        if (ways[a] == 0) order.push_back(a);
        ways[a] = 1;
        queue.pop();
        for (auto [b, w] : locks[a]) {
            long long there = time[a] + w;
            if (there < time[b]) {
                time[b] = there;
                queue.push({-there, b});
            }
        }
    }
    sort(order.begin(), order.end(), [&](int a, int b) { return time[a] < time[b]; });
    fill(ways.begin(), ways.end(), 0);
    ways[1] = 1;
    for (int a : order)
        for (auto [b, w] : locks[a])
            if (time[a] + w == time[b]) ways[b] = (ways[b] + ways[a]) % MOD;
    if (time[n] == NEVER) puts("stuck");
    else printf("%lld %lld\n", time[n], ways[n]);
}
