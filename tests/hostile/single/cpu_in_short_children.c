// Burns CPU time in sixty short-lived grandchildren one after the other, which are nobody's when they end: 1.2 s in all.
// Expected: TLE, since the whole tree counts.
#include "probe.h"

int main(void) {
    probe_input();
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 30; i++) {
        for (int j = 0; j < 2; j++)
            if (fork() == 0) {
                if (fork() == 0) burn_ms(20);
                _exit(0);
            }
        pause_ms(25);
    }
    right();
}
