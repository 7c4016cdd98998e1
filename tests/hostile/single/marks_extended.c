// Leaves extended attributes on its directory, the one above, its streams, its executable and a file of its own.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/xattr.h>

static void refused(long result, const char *what) {
    if (result >= 0 || (errno != EPERM && errno != ENOSYS)) escaped("%s", what);
}

int main(void) {
    const char *name = "user.touchstone";
    const char *paths[] = {"file", ".", "..", "/proc/self/exe"};
    int fd = open("file", O_CREAT | O_RDWR, 0600);
    int fds[] = {fd, 0, 1, open(".", O_RDONLY | O_DIRECTORY), open("..", O_RDONLY | O_DIRECTORY)};
    for (int i = 0; i < 4; i++) {
        refused(setxattr(paths[i], name, "x", 1, 0), paths[i]);
        refused(lsetxattr(paths[i], name, "x", 1, 0), paths[i]);
        refused(removexattr(paths[i], name), paths[i]);
        refused(lremovexattr(paths[i], name), paths[i]);
    }
    for (int i = 0; i < 5; i++) {
        refused(fsetxattr(fds[i], name, "x", 1, 0), "an open file");
        refused(fremovexattr(fds[i], name), "an open file");
    }
    right();
}
