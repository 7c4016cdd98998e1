// Makes standard output look like 64 GB by moving its end.
// Expected: OLE, or RTE, or WA where it is refused.
#include "probe.h"

int main(void) {
    if (ftruncate(1, 64LL << 30) != 0) puts("refused");
}
