// Recursion through 100 MB of stack, which the memory limit allows.
// Expected: AC.
#include "probe.h"

static int down(int depth) {
    volatile char frame[1024];
    frame[5] = 0;
    frame[1000] = 0;
    return depth == 0 ? 0 : down(depth - 1) + frame[5];
}

int main(void) {
    int n = down(100 << 10);
    printf("%d\n", atoi(probe_input()) + n);
}
