// Goes up by leaves, and takes each out of the list of its neighbour, which it looks through from the front: too long
// if nearly all of them are joined to the same town.
#include <cstdio>
#include <list>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    struct Road { int to, toll; };
    vector<list<Road>> roads(n + 1);
    for (int i = 1; i < n; ++i) {
        int a, b, toll;
        if (scanf("%d %d %d", &a, &b, &toll) != 3) return 1;
        roads[a].push_back({b, toll});
        roads[b].push_back({a, toll});
    }
    vector<int> leaves, size(n + 1, 1);
    for (int a = 1; a <= n; ++a)
        if (roads[a].size() == 1) leaves.push_back(a);
    unsigned long long sum = 0;
    for (int left = n - 1; left > 0; --left) {
        int a = leaves.back();
        leaves.pop_back();
        auto [b, toll] = roads[a].front();
        sum += 1ULL * size[a] * (n - size[a]) * toll;
        size[b] += size[a];
        auto& list = roads[b];
        auto one = list.begin();
        while (one->to != a) ++one;
        list.erase(one);
        if (list.size() == 1 && left > 1) leaves.push_back(b);
    }
    printf("%llu\n", sum);
}
