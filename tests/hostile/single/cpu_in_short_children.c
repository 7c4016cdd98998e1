// Burns CPU time in sixty short-lived grandchildren one after the other, which are nobody's when they end: 1.2 s in all.
// Expected: TLE, since the whole tree counts.
#include "probe.h"

int main(void) {
    int ends[2];
    char mark = 0;
    probe_input();
    if (pipe(ends) != 0) return 1;
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 60; i++) {
        if (fork() == 0) {
            if (fork() == 0) {
                burn_ms(20);
                if (write(ends[1], &mark, 1) != 1) _exit(1);
            }
            _exit(0);
        }
        if (read(ends[0], &mark, 1) != 1) return 1;
    }
    right();
}
