// Kills its parent through a descriptor of it, and takes descriptors out of it.
// Expected: AC: the parent is out of reach, or does not mind.
#include "probe.h"

int main(void) {
    /* pidfd_open, pidfd_send_signal and pidfd_getfd, by numbers that are the same everywhere. */
    int parent = (int)syscall(434, getppid(), 0);
    probe_input();
    if (parent >= 0) {
        syscall(424, parent, SIGKILL, NULL, 0);
        syscall(424, parent, SIGSTOP, NULL, 0);
        for (int fd = 0; fd < 8; fd++)
            if (syscall(438, parent, fd, 0) >= 0) escaped("a descriptor of its parent");
    }
    pause_ms(50);
    right();
}
