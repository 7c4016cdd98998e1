// Its output file is a pipe, and a child that stays writes the answer to whoever reads it.
// Expected: not AC, and no process is left.
#include "probe.h"

int main(void) {
    int answer = atoi(probe_input());
    if (mkfifo("out.txt", 0600) != 0) return 1;
    if (fork() == 0) {
        setsid();
        signal(SIGPIPE, SIG_IGN);
        for (;;) {
            int fd = open("out.txt", O_RDWR);
            dprintf(fd, "%d\n", answer);
            pause_ms(10);
        }
    }
    pause_ms(20);
}
