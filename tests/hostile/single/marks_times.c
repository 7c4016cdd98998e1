// Sets the times of all that it has, by every call that can, to what they are.
// Expected: AC with every call refused.
#include "probe.h"
#include <utime.h>

int main(void) {
    const char *paths[] = {"file", ".", "..", "/proc/self/exe"};
    int fds[] = {open("file", O_CREAT | O_RDWR, 0600), 0, 1, open("..", O_RDONLY | O_DIRECTORY)};
    struct stat about;
    for (int i = 0; i < 4; i++) {
        if (fstat(fds[i], &about) == 0) {
            struct timespec same[2] = {about.st_atim, about.st_mtim};
            if (futimens(fds[i], same) == 0) escaped("futimens %d", i);
            if (syscall(SYS_utimensat, fds[i], "", same, AT_EMPTY_PATH) == 0) escaped("utimensat %d", i);
        }
        if (stat(paths[i], &about) != 0) continue;
        struct timeval times[2] = {{about.st_atime, 0}, {about.st_mtime, 0}};
        struct utimbuf old = {about.st_atime, about.st_mtime};
        if (utimes(paths[i], times) == 0) escaped("utimes of %s", paths[i]);
        if (utime(paths[i], &old) == 0) escaped("utime of %s", paths[i]);
#ifdef SYS_utime
        if (syscall(SYS_utime, paths[i], &old) == 0) escaped("the old utime of %s", paths[i]);
        if (syscall(SYS_utimes, paths[i], times) == 0) escaped("the old utimes of %s", paths[i]);
        if (syscall(SYS_futimesat, AT_FDCWD, paths[i], times) == 0) escaped("futimesat of %s", paths[i]);
#endif
    }
    right();
}
