// Burns CPU time in children and ignores SIGCHLD, so that waiting for them tells nothing of it: 2.4 s in all.
// Expected: TLE, since the whole tree counts.
#include "probe.h"

int main(void) {
    probe_input();
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            burn_ms(400);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    right();
}
