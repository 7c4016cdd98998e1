// Sets the clock, to the very time it shows: nothing is different when that succeeds.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/timex.h>

int main(void) {
    struct timespec now;
    struct timeval time;
    struct timex tune = {.modes = ADJ_TICK};
    clock_gettime(CLOCK_REALTIME, &now);
    if (clock_settime(CLOCK_REALTIME, &now) == 0) escaped("clock_settime");
    gettimeofday(&time, NULL);
    if (settimeofday(&time, NULL) == 0) escaped("settimeofday");
    tune.tick = 10000;
    if (adjtimex(&tune) >= 0) escaped("adjtimex");
    right();
}
