// Sets the flags, the version and the project of its files by requests, also with rubbish in the half of the number that
// the kernel does not look at.
// Expected: AC with every request refused.
#include "probe.h"
#include <linux/fs.h>
#include <sys/ioctl.h>

int main(void) {
    int fds[] = {open("file", O_CREAT | O_RDWR, 0600), open(".", O_RDONLY | O_DIRECTORY), open("..", O_RDONLY | O_DIRECTORY), 0, 1};
    const unsigned long rubbish = 1UL << 32;
    for (int i = 0; i < 5; i++) {
        long flags = 0, version = 1;
        struct fsxattr more = {0};
        ioctl(fds[i], FS_IOC_GETFLAGS, &flags);
        ioctl(fds[i], FS_IOC_FSGETXATTR, &more);
        struct { unsigned long request; void *what; } calls[] = {
            {FS_IOC_SETFLAGS, &flags},
            {FS_IOC_FSSETXATTR, &more},
            {FS_IOC_SETVERSION, &version},
            {rubbish | FS_IOC_SETFLAGS, &flags},
            {rubbish | FS_IOC_FSSETXATTR, &more},
            {rubbish | FS_IOC_SETVERSION, &version},
        };
        for (size_t j = 0; j < sizeof calls / sizeof *calls; j++)
            if (syscall(SYS_ioctl, fds[i], calls[j].request, calls[j].what) == 0 || errno != EPERM) escaped("request %zu on %d", j, i);
    }
    right();
}
