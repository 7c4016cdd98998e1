// Looks for processes of other runs by every call that takes a process's number, and leaves some.
// Expected: AC each time, and no process is left.
#include "probe.h"
#include <sched.h>

static int is_there(pid_t pid) {
    struct sched_param parameters;
    int was_opened = (int)syscall(434 /* pidfd_open */, pid, 0);
    if (was_opened >= 0) close(was_opened);
    return kill(pid, 0) == 0 || was_opened >= 0 || getsid(pid) > 0 || getpgid(pid) > 0 || sched_getparam(pid, &parameters) == 0;
}

int main(void) {
    /* Elsewhere the numbers are those of the whole machine. */
    if (in_process_namespace())
        for (pid_t pid = 2; pid < getpid() + 600; pid++)
            if (pid != getpid() && is_there(pid)) escaped("process %d beside %d", pid, getpid());
    probe_input();
    for (int i = 0; i < 5; i++)
        if (fork() == 0) {
            setsid();
            signal(SIGTERM, SIG_IGN);
            for (;;) pause();
        }
    right();
}
