// Below 2^63 it is right, and above it are only long chains of dear roads.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<vector<pair<int, int>>> roads(n + 1);
    for (int i = 1; i < n; ++i) {
        int a, b, toll;
        if (scanf("%d %d %d", &a, &b, &toll) != 3) return 1;
        roads[a].push_back({b, toll});
        roads[b].push_back({a, toll});
    }
    vector<int> order = {1}, parent(n + 1), up(n + 1), size(n + 1, 1);
    for (size_t i = 0; i < order.size(); ++i) {
        int a = order[i];
        for (auto [b, toll] : roads[a]) {
            if (b == parent[a]) continue;
            parent[b] = a;
            up[b] = toll;
            order.push_back(b);
        }
    }
    long long sum = 0;
    for (int i = n - 1; i > 0; --i) {
        int a = order[i];
        size[parent[a]] += size[a];
        sum += (long long)size[a] * (n - size[a]) * up[a];
    }
    printf("%lld\n", sum);
}
