// Changes the owners of all that it has to nobody in particular, which changes a time nevertheless.
// Expected: AC with every call refused.
#include "probe.h"

int main(void) {
    const char *paths[] = {"file", ".", "..", "/proc/self/exe"};
    int fds[] = {open("file", O_CREAT | O_RDWR, 0600), 0, 1, open("..", O_RDONLY | O_DIRECTORY)};
    for (int i = 0; i < 4; i++) {
        if (chown(paths[i], (uid_t)-1, (gid_t)-1) == 0) escaped("chown of %s", paths[i]);
        if (lchown(paths[i], (uid_t)-1, (gid_t)-1) == 0) escaped("lchown of %s", paths[i]);
        if (fchownat(AT_FDCWD, paths[i], (uid_t)-1, (gid_t)-1, 0) == 0) escaped("fchownat of %s", paths[i]);
        if (fchown(fds[i], (uid_t)-1, (gid_t)-1) == 0) escaped("fchown %d", i);
        if (fchownat(fds[i], "", getuid(), getgid(), AT_EMPTY_PATH) == 0) escaped("fchownat %d", i);
    }
    right();
}
