#include <cstdio>
#include <cstdlib>

#include "../../common/random.h"
#include "../params.h"

int main(int, char* argv[]) {
    Random random(atoll(argv[1]));
    long long n = random.uniform(N_MAX / 2, N_MAX), q = random.uniform(20, 100);
    printf("%lld %lld\n", n, q);
    for (int i = 0; i < n; i++) printf("%lld%c", random.uniform(1, A_MAX), i + 1 < n ? ' ' : '\n');
    for (int i = 0; i < q; i++) {
        long long l = random.uniform(0, n - 1);
        printf("%lld %lld\n", l, random.uniform(l + 1, n));
    }
}
