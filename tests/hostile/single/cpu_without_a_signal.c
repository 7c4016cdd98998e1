// Burns CPU time in children whose end is told by no signal, so that nobody waits for them by habit.
// Expected: TLE, since the whole tree counts.
#include "probe.h"
#include <sched.h>

int main(void) {
    int ends[2];
    char byte;
    probe_input();
    if (pipe(ends) != 0) return 1;
    for (int i = 0; i < 6; i++)
        if (syscall(SYS_clone, i % 2 ? CLONE_PARENT : 0, 0, 0, 0, 0) == 0) {
            burn_ms(400);
            _exit(0);
        }
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 0) return 1;
    right();
}
