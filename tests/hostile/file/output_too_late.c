// Its output file is written by a child that stays, two seconds after the end; till then it holds something else.
// Expected: not AC, and no process is left.
#include "probe.h"

int main(void) {
    int answer = atoi(probe_input());
    int fd = open("out.txt", O_CREAT | O_RDWR, 0600);
    if (fd < 0) return 1;
    dprintf(fd, "%d\n", answer + 1);
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        pause_ms(2000);
        if (ftruncate(fd, 0) == 0) lseek(fd, 0, SEEK_SET);
        dprintf(fd, "%d\n", answer);
        for (;;) pause();
    }
}
