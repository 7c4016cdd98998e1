// Endless standard error.
// Expected: OLE or RTE; TLE where it is thrown away.
#include "probe.h"

int main(void) {
    for (;;) fputs("and on and on\n", stderr);
}
