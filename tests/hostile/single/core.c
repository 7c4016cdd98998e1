// Asks for a core dump and aborts.
// Expected: RTE, and no core file anywhere.
#include "probe.h"
#include <sys/prctl.h>

int main(void) {
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_CORE, &all) != 0) {
        getrlimit(RLIMIT_CORE, &all);
        all.rlim_cur = all.rlim_max;
        setrlimit(RLIMIT_CORE, &all);
    }
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    abort();
}
