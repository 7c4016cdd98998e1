// Recursion without an end.
// Expected: MLE or RTE.
#include "probe.h"

static int down(int depth) {
    volatile char frame[4096];
    memset((char *)frame, depth, sizeof frame);
    return depth == 0 ? 0 : down(depth - 1) + frame[5];
}

int main(void) {
    printf("%d\n", down(1 << 30));
}
