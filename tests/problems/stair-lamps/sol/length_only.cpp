// Knows how many, and says that they begin at the bottom.
// @check-accepted: same
// @check-partial-score: examples small full
#include <cstdio>
#include <vector>

int main() {
    int n;
    long long k;
    if (std::scanf("%d %lld", &n, &k) != 2) return 1;
    std::vector<long long> a(n);
    for (auto& lamp : a)
        if (std::scanf("%lld", &lamp) != 1) return 1;
    long long sum = 0;
    int best = 0;
    for (int from = 0, to = 0; to < n; to++) {
        sum += a[to];
        while (sum > k) sum -= a[from++];
        if (to - from + 1 > best) best = to - from + 1;
    }
    std::printf("%d %d\n", best, 1);
}
