// Blocks and ignores signals that nobody else does and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    sigset_t blocked, all;
    struct sigaction action;
    const int odd[] = {SIGUSR1, SIGUSR2, SIGURG, SIGWINCH};
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int i = 0; i < 4; i++) {
        sigaction(odd[i], NULL, &action);
        if (sigismember(&blocked, odd[i]) || action.sa_handler != SIG_DFL) escaped("signal %d", odd[i]);
    }
    probe_input();
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < 4; i++) signal(odd[i], SIG_IGN);
    right();
}
