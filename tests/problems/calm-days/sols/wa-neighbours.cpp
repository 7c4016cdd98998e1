// Calm days, wrong: only neighbouring days are compared.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

int main() {
    int n, best = 0, now = 0;
    long long d, before = 0;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    for (int i = 0; i < n; i++) {
        long long day;
        if (scanf("%lld", &day) != 1) return 1;
        now = i > 0 && llabs(day - before) <= d ? now + 1 : 1;
        best = std::max(best, now);
        before = day;
    }
    printf("%d\n", best);
}
