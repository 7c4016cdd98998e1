#include <cstdio>
#include <vector>

#include "../params.h"

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    static long long before[N_MAX + 1];
    for (int i = 0; i < n; i++) {
        int a;
        scanf("%d", &a);
        before[i + 1] = before[i] + a;
    }
    while (q-- > 0) {
        int l, r;
        scanf("%d %d", &l, &r);
        printf("%lld\n", before[r] - before[l]);
    }
}
