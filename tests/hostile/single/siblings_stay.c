// Processes that are its parent's children, not its own, and stay; some of them have children of that kind in turn.
// Expected: AC, and no process is left.
#include "probe.h"
#include <sched.h>

int main(void) {
    probe_input();
    for (int i = 0; i < 10; i++)
        if (syscall(SYS_clone, CLONE_PARENT | (i % 2 ? SIGCHLD : 0), 0, 0, 0, 0) == 0) {
            setsid();
            if (i % 3 == 0) syscall(SYS_clone, CLONE_PARENT, 0, 0, 0, 0);
            signal(SIGTERM, SIG_IGN);
            for (;;) pause();
        }
    pause_ms(20);
    right();
}
