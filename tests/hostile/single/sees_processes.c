// Asks of every process number near its own and near the first whether it could send a signal there.
// Expected: AC with none but its own parent within reach.
#include "probe.h"

int main(void) {
    pid_t own = getpid();
    for (pid_t pid = 2; pid < own + 5000; pid++) {
        if (pid == 5000 && own > 10000) pid = own - 5000;
        if (pid != own && pid != getppid() && kill(pid, 0) == 0) escaped("process %d", pid);
    }
    right();
}
