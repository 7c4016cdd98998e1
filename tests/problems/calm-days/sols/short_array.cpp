// Calm days, wrong: room for 1000 days.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

long long days[1000];

int main() {
    int n, best = 0;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    if (n > 1000) abort();
    for (int i = 0; i < n; i++)
        if (scanf("%lld", &days[i]) != 1) return 1;
    for (int left = 0; left < n; left++) {
        long long low = days[left], high = days[left];
        for (int right = left; right < n; right++) {
            low = std::min(low, days[right]);
            high = std::max(high, days[right]);
            if (high - low > d) break;
            best = std::max(best, right - left + 1);
        }
    }
    printf("%d\n", best);
}
