// Stops itself with a signal that only another process can undo.
// Expected: TLE.
#include "probe.h"

int main(void) {
    for (;;) raise(SIGSTOP);
}
