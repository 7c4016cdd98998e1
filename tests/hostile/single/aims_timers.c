// Aims timers at its parent, and leaves a thousand of its own running.
// Expected: AC with no timer for anybody else.
#include "probe.h"

int main(void) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGKILL};
    struct itimerspec soon = {{1, 0}, {1, 0}};
    timer_t timer;
    event._sigev_un._tid = getppid();
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) escaped("a timer for its parent");
    probe_input();
    event.sigev_notify = SIGEV_NONE;
    for (int i = 0; i < 1000; i++) {
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) break;
        timer_settime(timer, 0, &soon, NULL);
    }
    right();
}
