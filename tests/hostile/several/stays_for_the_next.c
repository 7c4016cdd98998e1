// A child that stays and looks for the next run's directory and processes; it leaves word of itself there.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    if (access("visited", F_OK) == 0) escaped("a process of another run was here");
    probe_input();
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        for (;;) {
            close(open("visited", O_CREAT | O_WRONLY, 0666));
            pause_ms(5);
        }
    }
    pause_ms(20);
    unlink("visited");
    right();
}
