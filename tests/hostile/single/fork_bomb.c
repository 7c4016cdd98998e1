// Fork bomb: every process forks and spins, two thousand in all. The limit on processes or on CPU time ends it.
// Expected: TLE, RTE or AC, and nobody else suffers.
#include "probe.h"

int main(void) {
    probe_input();
    int *n_forks = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t first = getpid();
    while (__atomic_add_fetch(n_forks, 1, __ATOMIC_SEQ_CST) < 2000) fork();
    burn_ms(100);
    if (getpid() != first) _exit(0);
    right();
}
