// A child that stays keeps changing places between its output file, a link to a file outside and a pipe.
// Expected: AC or not; the judge goes on, and no process is left.
#include "probe.h"

int main(void) {
    int fd = open("out.txt", O_CREAT | O_WRONLY, 0600);
    if (fd < 0) return 1;
    dprintf(fd, "%d\n", atoi(probe_input()));
    if (symlink(below("home", "five.txt"), "link") != 0 || mkfifo("pipe", 0600) != 0) return 1;
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        for (;;) {
            syscall(SYS_renameat2, AT_FDCWD, "out.txt", AT_FDCWD, "link", 2 /* RENAME_EXCHANGE */);
            syscall(SYS_renameat2, AT_FDCWD, "out.txt", AT_FDCWD, "pipe", 2);
        }
    }
    pause_ms(10);
}
