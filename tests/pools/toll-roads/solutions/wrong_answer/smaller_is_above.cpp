// Orders the towns of a road, but takes the smaller number for the one nearer to town 1.
#include <cstdio>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<int> up(n + 1), toll(n + 1), size(n + 1, 1);
    for (int i = 1; i < n; ++i) {
        int a, b, t;
        if (scanf("%d %d %d", &a, &b, &t) != 3) return 1;
        if (a > b) swap(a, b);
        up[b] = a;
        toll[b] = t;
    }
    unsigned long long sum = 0;
    for (int town = n; town > 1; --town) {
        size[up[town]] += size[town];
        sum += 1ULL * size[town] * (n - size[town]) * toll[town];
    }
    printf("%llu\n", sum);
}
