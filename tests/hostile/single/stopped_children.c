// Children that are stopped, by themselves and by their parent, and left so.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    for (int i = 0; i < 10; i++) {
        pid_t child = fork();
        if (child == 0) {
            signal(SIGTERM, SIG_IGN);
            for (;;)
                if (raise(SIGSTOP) != 0) pause();
        }
        if (child > 0 && i % 2) kill(child, SIGSTOP);
    }
    pause_ms(20);
    right();
}
