// Asks to be told when others open its files, also with rubbish in the half of the number that the kernel ignores.
// Expected: AC with every request refused.
#include "probe.h"

static void refused(int fd, unsigned long command, long what) {
    if (syscall(SYS_fcntl, fd, command, what) == 0 || errno != EPERM) escaped("command %lx", command);
}

int main(void) {
    const unsigned long rubbish = 1UL << 32;
    close(open("file", O_CREAT | O_RDWR, 0600));
    signal(SIGIO, SIG_IGN);
    int file = open("file", O_RDONLY), here = open(".", O_RDONLY | O_DIRECTORY), above = open("..", O_RDONLY | O_DIRECTORY);
    refused(file, F_SETLEASE, F_RDLCK);
    refused(0, F_SETLEASE, F_RDLCK);
    refused(file, rubbish | F_SETLEASE, F_RDLCK);
    refused(here, F_NOTIFY, DN_CREATE | DN_MULTISHOT);
    refused(above, F_NOTIFY, DN_CREATE | DN_MULTISHOT);
    refused(here, rubbish | F_NOTIFY, DN_ACCESS);
    right();
}
