// Children whose system calls wait for a decision that nobody will ever take; they stay.
// Expected: AC, and no process is left.
#include "probe.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

int main(void) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
    probe_input();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    for (int i = 0; i < 5; i++)
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            int decides = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
            /* Who holds the other end and waits itself never decides. */
            syscall(SYS_getppid, decides);
            for (;;) pause();
        }
    pause_ms(30);
    right();
}
