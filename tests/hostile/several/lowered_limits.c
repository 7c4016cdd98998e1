// Lowers its limits to odd numbers, for good, and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    const int resources[] = {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_STACK, RLIMIT_NPROC, RLIMIT_SIGPENDING, RLIMIT_MEMLOCK, RLIMIT_CPU, RLIMIT_AS};
    const rlim_t odd[] = {77, 77777, 7777777, 77, 77, 77777, 77, 777777777};
    struct rlimit limit;
    for (int i = 0; i < 8; i++)
        if (getrlimit((__rlimit_resource_t)resources[i], &limit) == 0 && limit.rlim_max == odd[i]) escaped("limit %d of another run", resources[i]);
    probe_input();
    for (int i = 0; i < 8; i++) {
        limit.rlim_cur = limit.rlim_max = odd[i];
        setrlimit((__rlimit_resource_t)resources[i], &limit);
    }
    right();
}
