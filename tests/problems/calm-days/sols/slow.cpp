// Calm days, slow: every stretch, day by day, with a look back at the last week. O(n * n) where all is calm.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    std::vector<long long> days(n);
    for (auto& day : days)
        if (scanf("%lld", &day) != 1) return 1;
    int best = 0;
    for (int left = 0; left < n; left++) {
        long long low = days[left], high = days[left];
        for (int right = left; right < n; right++) {
            for (int day = std::max(left, right - 7); day <= right; day++) {
                low = std::min(low, days[day]);
                high = std::max(high, days[day]);
            }
            if (high - low > d) break;
            best = std::max(best, right - left + 1);
        }
    }
    printf("%d\n", best);
}
