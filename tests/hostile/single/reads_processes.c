// Looks at other processes through /proc.
// Expected: AC with none seen.
#include "probe.h"
#include <glob.h>

int main(void) {
    glob_t found;
    char own[64], path[128];
    snprintf(own, sizeof own, "/proc/%d/", getpid());
    if (glob("/proc/[0-9]*/cmdline", 0, NULL, &found) != 0) right();
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (strncmp(found.gl_pathv[i], own, strlen(own)) == 0) continue;
        if (can_read(found.gl_pathv[i])) escaped("%s", found.gl_pathv[i]);
    }
    snprintf(path, sizeof path, "/proc/%d/maps", getppid());
    if (can_read(path)) escaped("%s", path);
    right();
}
