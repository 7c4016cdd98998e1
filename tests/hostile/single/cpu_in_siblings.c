// Burns CPU time in processes that are its parent's children, not its own: 2.4 s in all.
// Expected: TLE, since they count too.
#include "probe.h"
#include <sched.h>

int main(void) {
    int ends[2];
    char byte;
    probe_input();
    if (pipe(ends) != 0) return 1;
    for (int i = 0; i < 6; i++)
        if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) {
            burn_ms(400);
            _exit(0);
        }
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 0) return 1;
    right();
}
