// Removes its own directory: the next run must have one nevertheless.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    char here[4096] = "", above[4200];
    struct stat about;
    if (stat(".", &about) != 0 || about.st_nlink == 0) escaped("a directory that is gone");
    int fd = open("file", O_CREAT | O_WRONLY, 0600);
    if (fd < 0) escaped("a directory that cannot be used");
    unlink("file");
    probe_input();
    /* The last part of the path is enough, since the parts above may be closed. */
    const char *name = getcwd(here, sizeof here) ? strrchr(here, '/') : NULL;
    if (!name) name = "/run";
    snprintf(above, sizeof above, "..%s", name);
    rmdir(above);
    rmdir("../run");
    right();
}
