// Asks the kernel to send signals to its parent whenever something can be read.
// Expected: AC with every request refused.
#include "probe.h"
#include <sys/ioctl.h>

int main(void) {
    int ends[2], parent = getppid();
    struct { int kind, pid; } owner = {1, parent};
    const unsigned long rubbish = 1UL << 32;
    if (pipe(ends) != 0) return 1;
    if (syscall(SYS_fcntl, ends[0], F_SETOWN, parent) == 0) escaped("F_SETOWN");
    if (syscall(SYS_fcntl, ends[0], rubbish | F_SETOWN, parent) == 0) escaped("F_SETOWN with rubbish");
    if (syscall(SYS_fcntl, ends[0], F_SETOWN_EX, &owner) == 0) escaped("F_SETOWN_EX");
    if (syscall(SYS_fcntl, ends[0], F_SETSIG, SIGKILL) == 0) escaped("F_SETSIG");
    if (ioctl(ends[0], 0x8901, &parent) == 0) escaped("FIOSETOWN");
    if (ioctl(ends[0], 0x8902, &parent) == 0) escaped("SIOCSPGRP");
    right();
}
