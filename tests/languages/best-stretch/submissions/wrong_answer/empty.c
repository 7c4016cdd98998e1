#include <stdio.h>

int main(void) {
    int n;
    long long best = 0, here = 0, x;
    if (scanf("%d", &n) != 1) return 1;
    while (n-- > 0 && scanf("%lld", &x) == 1) {
        here = (here > 0 ? here : 0) + x;
        if (here > best) best = here;
    }
    printf("%lld\n", best);
    return 0;
}
