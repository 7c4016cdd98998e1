// Children that take back the signal at their parent's end, in a session and a group of their own, with all ignored.
// Expected: AC, and no process is left.
#include "probe.h"
#include <sys/prctl.h>

int main(void) {
    probe_input();
    prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
    for (int i = 0; i < 5; i++)
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, i % 2 ? SIGCONT : 0, 0, 0, 0);
            prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
            prctl(PR_SET_NAME, "kworker/0:1", 0, 0, 0);
            setsid();
            for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
            if (fork() == 0) setpgid(0, 0);
            for (;;) pause();
        }
    pause_ms(20);
    right();
}
