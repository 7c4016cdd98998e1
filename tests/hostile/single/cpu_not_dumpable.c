// Burns CPU time in children whose entries in /proc belong to root.
// Expected: TLE, since the whole tree counts.
#include "probe.h"
#include <sys/prctl.h>

int main(void) {
    probe_input();
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            burn_ms(400);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    right();
}
