// Kills its parent by the calls that name a thread, or that queue a signal with a message.
// Expected: AC: the parent is out of reach, or does not mind.
#include "probe.h"

int main(void) {
    pid_t parent = getppid();
    siginfo_t message = {.si_code = SI_QUEUE};
    probe_input();
    if (parent > 0) {
        syscall(SYS_tgkill, parent, parent, SIGKILL);
        syscall(SYS_tkill, parent, SIGKILL);
        message.si_signo = SIGKILL;
        syscall(SYS_rt_sigqueueinfo, parent, SIGKILL, &message);
        syscall(SYS_rt_tgsigqueueinfo, parent, parent, SIGKILL, &message);
        message.si_signo = SIGSTOP;
        syscall(SYS_rt_sigqueueinfo, parent, SIGSTOP, &message);
    }
    pause_ms(50);
    right();
}
