// Sleeps.
// Expected: TLE.
#include "probe.h"

int main(void) {
    for (;;) pause();
}
