// Tells the kernel how long what is in its files will be kept: a number that stays with the file, of which a descriptor
// for reading is enough.
// Expected: AC with every request refused.
#include "probe.h"

/* Not every header has them. */
enum { SET_HINT = 1036, SET_FILE_HINT = 1038 };

static void refused(int fd, unsigned long command) {
    uint64_t hint = 2;
    if (fd >= 0 && syscall(SYS_fcntl, fd, command, &hint) == 0) escaped("command %lx on %d", command, fd);
}

int main(void) {
    const unsigned long rubbish = 1UL << 32;
    const int fds[] = {0, 1, open("..", O_RDONLY | O_DIRECTORY), open("/lib64/ld-linux-x86-64.so.2", O_RDONLY),
                       open("/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY), open("/dev/null", O_RDWR)};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        refused(fds[i], SET_HINT);
        refused(fds[i], SET_FILE_HINT);
        refused(fds[i], rubbish | SET_HINT);
    }
    right();
}
