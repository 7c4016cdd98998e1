// Ignores SIGXCPU, raises the soft limit to the hard one, and spins.
// Expected: TLE.
#include "probe.h"

int main(void) {
    struct rlimit limit;
    signal(SIGXCPU, SIG_IGN);
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
    burn();
}
