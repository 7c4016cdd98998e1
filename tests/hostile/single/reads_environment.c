// Looks for a secret in its own environment and in everybody's.
// Expected: AC with nothing found.
#include "probe.h"
#include <glob.h>

int main(void) {
    for (char **one = environ; *one; one++)
        if (strncmp(*one, "HOSTILE_CANARY=", 15) == 0) escaped("in its own environment");
    glob_t found;
    if (glob("/proc/*/environ", 0, NULL, &found) != 0) right();
    for (size_t i = 0; i < found.gl_pathc; i++) {
        static char text[1 << 17];
        int fd = open(found.gl_pathv[i], O_RDONLY);
        ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text);
        if (got > 0 && memmem(text, (size_t)got, "HOSTILE_CANARY=", 15)) escaped("%s", found.gl_pathv[i]);
        if (fd >= 0) close(fd);
    }
    right();
}
