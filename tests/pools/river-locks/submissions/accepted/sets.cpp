// A set for the queue, and the ways counted afterwards in the order of the times.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <set>
#include <vector>

using namespace std;

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    vector<int> a(m), b(m), w(m);
    vector<vector<int>> from(n);
    for (int i = 0; i < m; ++i) {
        if (scanf("%d %d %d", &a[i], &b[i], &w[i]) != 3) return 1;
        from[--a[i]].push_back(i);
        --b[i];
    }
    vector<long long> time(n, -1), ways(n, 0);
    set<pair<long long, int>> open = {{0, 0}};
    time[0] = 0;
    vector<int> order;
    while (!open.empty()) {
        int here = open.begin()->second;
        open.erase(open.begin());
        order.push_back(here);
        for (int i : from[here]) {
            long long there = time[here] + w[i];
            if (time[b[i]] >= 0 && time[b[i]] <= there) continue;
            if (time[b[i]] >= 0) open.erase({time[b[i]], b[i]});
            time[b[i]] = there;
            open.insert({there, b[i]});
        }
    }
    ways[0] = 1;
    for (int here : order)
        for (int i : from[here])
            if (time[here] + w[i] == time[b[i]]) ways[b[i]] = (ways[b[i]] + ways[here]) % 1000000007;
    if (time[n - 1] < 0) puts("stuck");
    else printf("%lld %lld\n", time[n - 1], ways[n - 1]);
}
