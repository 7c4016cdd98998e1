// Has itself and its parent run on one core only and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"
#include <sched.h>

int main(void) {
    cpu_set_t own, parents, one;
    CPU_ZERO(&own);
    CPU_ZERO(&parents);
    CPU_ZERO(&one);
    int is_known = sched_getaffinity(0, sizeof own, &own) == 0 && sched_getaffinity(getppid(), sizeof parents, &parents) == 0;
    if (is_known && !CPU_EQUAL(&own, &parents)) escaped("%d cores of %d", CPU_COUNT(&own), CPU_COUNT(&parents));
    probe_input();
    for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; core++)
        if (CPU_ISSET(core, &own)) CPU_SET(core, &one);
    if (sched_setaffinity(getppid(), sizeof own, &own) == 0) escaped("its parent's cores");
    sched_setaffinity(0, sizeof one, &one);
    right();
}
