// A line of 7 MB without an end, below the limit.
// Expected: WA.
#include "probe.h"

int main(void) {
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 7; i++) fwrite(block, 1, sizeof block, stdout);
}
