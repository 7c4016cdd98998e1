// Stops its parent, the first process and everybody else, where nobody goes on by himself. Outside a process namespace it
// only asks whether it could.
// Expected: AC: nobody else is within reach, or minds.
#include "probe.h"

int main(void) {
    probe_input();
    if (in_process_namespace()) {
        const int numbers[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
        for (int i = 0; i < 4; i++) {
            if (i > 0) signal(numbers[i], SIG_IGN);
            kill(-1, numbers[i]);
            kill(1, numbers[i]);
            kill(getppid(), numbers[i]);
        }
    } else if (kill(-1, 0) == 0 || kill(getppid(), 0) == 0) {
        escaped("others could be stopped");
    }
    pause_ms(30);
    right();
}
