#include <cstdio>

#include "../params.h"

// Every question is about nearly the whole of the longest shelf.
int main() {
    printf("%lld %lld\n", N_MAX, Q_MAX);
    for (int i = 0; i < N_MAX; i++) printf("%lld%c", A_MAX, i + 1 < N_MAX ? ' ' : '\n');
    for (int i = 0; i < Q_MAX; i++) printf("%d %lld\n", i % 10, N_MAX - i % 7);
}
