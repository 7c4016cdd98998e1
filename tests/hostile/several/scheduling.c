// Has itself scheduled in an odd way and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"
#include <sched.h>

int main(void) {
    struct sched_param none = {0};
    if ((sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_BATCH) escaped("the class of another run");
    probe_input();
    sched_setscheduler(0, SCHED_BATCH, &none);
    right();
}
