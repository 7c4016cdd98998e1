// Becomes the one whom orphans are given to, and burns CPU time in orphans that it never waits for.
// Expected: TLE, since the whole tree counts.
#include "probe.h"
#include <sys/prctl.h>

int main(void) {
    int ends[2];
    char byte;
    probe_input();
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (pipe(ends) != 0) return 1;
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            if (fork() != 0) _exit(0);
            setsid();
            burn_ms(400);
            _exit(0);
        }
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 0) return 1;
    right();
}
