// Its output file is right and has no name any more; a child that stays keeps it open.
// Expected: not AC, and no process is left.
#include "probe.h"

int main(void) {
    int fd = open("out.txt", O_CREAT | O_RDWR, 0600);
    if (fd < 0) return 1;
    dprintf(fd, "%d\n", atoi(probe_input()));
    unlink("out.txt");
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
}
