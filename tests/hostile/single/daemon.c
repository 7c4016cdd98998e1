// Daemonises by double fork and setsid and answers rightly; the daemon stays.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    if (fork() == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        close(0);
        close(1);
        close(2);
        for (;;) pause();
    }
    wait(NULL);
    right();
}
