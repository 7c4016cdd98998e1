#include <cstdio>
#include <cstdlib>

#include "../params.h"
#include "random.h"

int main(int, char* argv[]) {
    Random random(atoll(argv[1]) + 100);
    long long n = random.uniform(2, 12), q = random.uniform(5, 10);
    printf("%lld %lld\n", n, q);
    for (int i = 0; i < n; i++) printf("%lld%c", random.uniform(1, 20), i + 1 < n ? ' ' : '\n');
    for (int i = 0; i < q; i++) {
        long long l = random.uniform(0, n - 1);
        printf("%lld %lld\n", l, random.uniform(l + 1, n));
    }
}
