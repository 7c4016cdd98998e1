/* Every pair of tables; a thousand tables are few. */
#include <stdio.h>

int main(void) {
    static long long c[1000];
    long long clinks = 0;
    int m, d;
    if (scanf("%d %d", &m, &d) != 2) return 1;
    for (int i = 0; i < m; ++i) {
        if (scanf("%lld", &c[i]) != 1) return 1;
        for (int j = 0; j <= i - d; ++j) clinks += c[i] * c[j];
    }
    printf("%lld\n", clinks);
    return 0;
}
