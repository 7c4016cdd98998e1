// Endless standard output.
// Expected: OLE.
#include "probe.h"

int main(void) {
    for (;;) puts("and on and on");
}
