// Calm days, wrong: a difference of exactly d is taken for too much.
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
    int best = 1;
    for (int left = 0; left < n; left++) {
        long long low = days[left], high = days[left];
        for (int right = left; right < std::min(n, left + 400); right++) {
            low = std::min(low, days[right]);
            high = std::max(high, days[right]);
            if (high - low >= d) break;
            best = std::max(best, right - left + 1);
        }
    }
    printf("%d\n", best);
}
