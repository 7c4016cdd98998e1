// Leaves a file in every directory that is everybody's and looks for that of the run before.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    const char *roots[] = {"/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev", "/", ".."};
    char path[64];
    int n_seen = 0;
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        snprintf(path, sizeof path, "%s/touchstone-hostile-mark", roots[i]);
        n_seen += access(path, F_OK) == 0;
        close(open(path, O_CREAT | O_WRONLY, 0666));
    }
    if (n_seen > 0) escaped("the file of another run");
    right();
}
