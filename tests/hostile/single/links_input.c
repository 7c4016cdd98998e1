// Gives names in its directory to what all runs share: its input, its executable, a library. How many names a file has can
// be seen by everybody.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/auxv.h>

int main(void) {
    const char *shared[] = {"/proc/self/fd/0", "/dev/stdin", "/proc/self/exe", (const char *)getauxval(AT_EXECFN),
                            "/lib64/ld-linux-x86-64.so.2", "/lib/x86_64-linux-gnu/libc.so.6", "/dev/null"};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        if (!shared[i]) continue;
        if (linkat(AT_FDCWD, shared[i], AT_FDCWD, "name", AT_SYMLINK_FOLLOW) == 0) escaped("%s", shared[i]);
        if (linkat(AT_FDCWD, shared[i], AT_FDCWD, "../name", AT_SYMLINK_FOLLOW) == 0) escaped("%s above", shared[i]);
    }
    for (int fd = 0; fd < 3; fd++)
        if (linkat(fd, "", AT_FDCWD, "name", AT_EMPTY_PATH) == 0) escaped("stream %d", fd);
    right();
}
