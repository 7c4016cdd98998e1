// A line of 100 MB without an end.
// Expected: OLE.
#include "probe.h"

int main(void) {
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 100; i++) fwrite(block, 1, sizeof block, stdout);
}
