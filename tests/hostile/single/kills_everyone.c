// Kills every process it can, the first one too. Does so in a process namespace only.
// Expected: AC, or RTE, and nobody else suffers.
#include "probe.h"

int main(void) {
    if (!in_process_namespace()) escaped("process %d is in no namespace", getpid());
    probe_input();
    kill(-1, SIGKILL);
    kill(1, SIGKILL);
    kill(0, SIGCONT);
    right();
}
