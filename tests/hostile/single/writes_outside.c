// Makes files everywhere; what succeeds is removed again.
// Expected: AC with every call refused.
#include "probe.h"

int main(void) {
    const char *roots[] = {"/tmp", "/var/tmp", "/dev/shm", "/dev", "/usr", "/usr/lib", "/etc", "/run", "/home", "/",
                           place("home"), place("problem"), place("cache"), place("place"), ".."};
    char path[2048];
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        snprintf(path, sizeof path, "%s/touchstone-hostile-%d", roots[i], getpid());
        if (open(path, O_CREAT | O_EXCL | O_WRONLY, 0600) < 0 && mkdir(path, 0700) != 0) continue;
        if (unlink(path) != 0) rmdir(path);
        escaped("%s", path);
    }
    right();
}
