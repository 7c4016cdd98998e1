// Timers of every kind whose handlers do all the work, so that the main line seems to sleep.
// Expected: TLE.
#include "probe.h"

static void works(int number) {
    (void)number;
    for (volatile int i = 0; i < 1000000; i++) {
    }
}

int main(void) {
    struct itimerval often = {{0, 1000}, {0, 1000}};
    int kinds[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    int numbers[] = {SIGALRM, SIGVTALRM, SIGPROF};
    for (int i = 0; i < 3; i++) {
        signal(numbers[i], works);
        setitimer(kinds[i], &often, NULL);
    }
    alarm(1);
    for (;;) pause();
}
