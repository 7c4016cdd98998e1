// Kills the group of processes that it is in, and the session's first one.
// Expected: RTE where that is itself and nobody else, AC where it is refused.
#include "probe.h"

int main(void) {
    probe_input();
    if (getpgrp() != getpid() || getsid(0) != getpid()) escaped("it is in the group %d of somebody else", getpgrp());
    kill(0, SIGKILL);
    right();
}
