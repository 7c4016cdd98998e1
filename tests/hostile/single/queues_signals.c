// Queues signals to itself until no more fit: how many there may be is counted for each user.
// Expected: AC, and nobody else suffers.
#include "probe.h"

int main(void) {
    sigset_t all;
    union sigval value = {0};
    probe_input();
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < 20000; i++)
        if (sigqueue(getpid(), SIGRTMIN, value) != 0) break;
    right();
}
