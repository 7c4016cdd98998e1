// A static array of 1 GB, touched.
// Expected: MLE.
#include "probe.h"

static volatile char large[1 << 30];

int main(void) {
    memset((char *)large, 1, sizeof large);
    right();
}
