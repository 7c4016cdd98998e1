/* Lights lamps from the bottom until the fuse would blow. */
/* @check-accepted: same */
/* @check-zero: examples small full */
#include <stdio.h>

int main(void) {
    int n, best = 0;
    long long k, lamp, sum = 0;
    if (scanf("%d %lld", &n, &k) != 2) return 1;
    for (int i = 0; i < n && scanf("%lld", &lamp) == 1; i++) {
        sum += lamp;
        if (sum <= k) best = i + 1;
    }
    printf("%d 1\n", best);
    return 0;
}
