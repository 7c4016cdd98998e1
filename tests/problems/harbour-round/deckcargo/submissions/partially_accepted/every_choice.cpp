// @EXPECTED_SCORE@: 50
// Looks at every choice, and at none of more than 20 crates.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, most;
    if (scanf("%d %d", &n, &most) != 2) return 1;
    std::vector<int> weight(n), worth(n);
    for (int i = 0; i < n; ++i)
        if (scanf("%d %d", &weight[i], &worth[i]) != 2) return 1;
    if (n > 20) {
        puts("too many");
        return 0;
    }
    long long best = 0;
    for (int choice = 0; choice < 1 << n; ++choice) {
        long long heavy = 0, dear = 0;
        for (int i = 0; i < n; ++i)
            if (choice >> i & 1) heavy += weight[i], dear += worth[i];
        if (heavy <= most) best = std::max(best, dear);
    }
    printf("%lld\n", best);
    return 0;
}
