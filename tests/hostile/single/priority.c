// Takes a better place in the queue for the processor.
// Expected: AC with every call refused.
#include "probe.h"
#include <sched.h>

int main(void) {
    struct sched_param first = {.sched_priority = 1};
    if (setpriority(PRIO_PROCESS, 0, -5) == 0) escaped("setpriority");
    if (sched_setscheduler(0, SCHED_FIFO, &first) == 0) escaped("sched_setscheduler");
    right();
}
