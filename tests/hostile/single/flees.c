// A process that is another one every few milliseconds: it forks, and the child goes on.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    if (fork() == 0) {
        setsid();
        for (int i = 0; i < 2000; i++) {
            if (fork() > 0) _exit(0);
            pause_ms(3);
        }
        _exit(0);
    }
    pause_ms(50);
    right();
}
