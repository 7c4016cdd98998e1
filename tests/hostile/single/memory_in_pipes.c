// Fills sixty pipes of up to 1 MB each: memory that is no process's. It stays below what a machine gives one user.
// Expected: AC, or MLE where it is counted.
#include "probe.h"

static char block[4096];

int main(void) {
    int ends[2];
    probe_input();
    for (int i = 0; i < 60 && pipe2(ends, O_NONBLOCK) == 0; i++) {
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        while (write(ends[1], block, sizeof block) > 0) {
        }
    }
    right();
}
