// Kills every process from 1 to 400 but itself. Outside a process namespace it only asks whether it could.
// Expected: AC, and nobody else suffers.
#include "probe.h"

int main(void) {
    int is_inside = in_process_namespace();
    probe_input();
    for (pid_t pid = 1; pid <= 400; pid++) {
        if (pid == getpid()) continue;
        if (is_inside) kill(pid, SIGKILL);
        else if (kill(pid, 0) == 0) escaped("process %d", pid);
    }
    pause_ms(20);
    right();
}
