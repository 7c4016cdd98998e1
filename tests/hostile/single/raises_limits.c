// Raises the hard limits that it was given.
// Expected: AC with every call refused.
#include "probe.h"

int main(void) {
    for (int resource = 0; resource < RLIMIT_NLIMITS; resource++) {
        struct rlimit limit;
        getrlimit(resource, &limit);
        if (limit.rlim_max == RLIM_INFINITY) continue;
        limit.rlim_max++;
        if (setrlimit(resource, &limit) == 0 || prlimit(0, resource, &limit, NULL) == 0) escaped("limit %d", resource);
    }
    right();
}
