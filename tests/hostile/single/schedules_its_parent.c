// Sets how its parent is scheduled and limited, to what it is.
// Expected: AC with every call refused.
#include "probe.h"
#include <sched.h>

int main(void) {
    pid_t parent = getppid();
    cpu_set_t cores;
    struct sched_param none = {0};
    struct rlimit limit;
    CPU_ZERO(&cores);
    sched_getaffinity(0, sizeof cores, &cores);
    if (sched_setaffinity(parent, sizeof cores, &cores) == 0) escaped("sched_setaffinity");
    if (prlimit(parent, RLIMIT_CORE, NULL, &limit) == 0) escaped("prlimit");
    if (sched_setscheduler(parent, SCHED_OTHER, &none) == 0) escaped("sched_setscheduler");
    if (sched_setparam(parent, &none) == 0) escaped("sched_setparam");
    if (setpriority(PRIO_PROCESS, (id_t)parent, 19) == 0) escaped("setpriority");
    if (syscall(SYS_ioprio_set, 1, parent, 2 << 13 | 7) == 0) escaped("ioprio_set");
    right();
}
