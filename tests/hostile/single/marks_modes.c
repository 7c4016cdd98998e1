// Sets the modes of all that it has, to what they are: that alone would show.
// Expected: AC with every call refused.
#include "probe.h"

int main(void) {
    const char *paths[] = {"file", ".", "..", "/proc/self/fd/0"};
    struct stat about;
    int fds[] = {open("file", O_CREAT | O_RDWR, 0600), 0, 1, open("..", O_RDONLY | O_DIRECTORY)};
    for (int i = 0; i < 4; i++) {
        if (fds[i] >= 0 && fstat(fds[i], &about) == 0 && fchmod(fds[i], about.st_mode & 07777) == 0) escaped("fchmod %d", i);
        if (stat(paths[i], &about) != 0) continue;
        mode_t mode = about.st_mode & 07777;
        if (chmod(paths[i], mode) == 0) escaped("chmod of %s", paths[i]);
        if (fchmodat(AT_FDCWD, paths[i], mode, 0) == 0) escaped("fchmodat of %s", paths[i]);
        /* fchmodat2, which older headers do not know. */
        if (syscall(452, AT_FDCWD, paths[i], mode, 0) == 0) escaped("fchmodat2 of %s", paths[i]);
    }
    if (syscall(452, 0, "", 0444, AT_EMPTY_PATH) == 0) escaped("fchmodat2 of the input");
    right();
}
