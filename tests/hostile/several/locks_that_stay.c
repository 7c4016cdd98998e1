// Locks its input, its executable and a library, and leaves a child that keeps the locks; looks for those of the run
// before.
// Expected: AC each time, with every lock granted.
#include "probe.h"
#include <sys/file.h>

int main(void) {
    const char *paths[] = {"/proc/self/exe", "/proc/self/fd/0", "/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc.so.6", "/dev/null", ".."};
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    probe_input();
    if (flock(0, LOCK_EX | LOCK_NB) != 0 || fcntl(0, F_SETLK, &whole) != 0) escaped("a lock on the input");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        int fd = open(paths[i], O_RDONLY);
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) escaped("a lock of another run on %s", paths[i]);
    }
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    right();
}
