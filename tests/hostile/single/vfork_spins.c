// A child that shares its parent's memory spins, while the parent stands still in the kernel until it ends.
// Expected: TLE, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    /* Signals that could be caught do not reach a parent that stands still. */
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    if (vfork() == 0) burn();
    right();
}
