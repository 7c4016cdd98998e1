// Answers rightly, and children that stay write more when it has ended for two seconds.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            setsid();
            signal(SIGTERM, SIG_IGN);
            pause_ms(2000);
            for (;;) {
                if (write(1, "more\n", 5) < 0) pause();
                pause_ms(10);
            }
        }
    right();
}
