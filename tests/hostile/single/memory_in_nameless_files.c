// Forty-five files of 7 MB each that never had a name, and that were not written but asked for.
// Expected: MLE where the directory is in memory.
#include "probe.h"

int main(void) {
    for (int i = 0; i < 45; i++) {
        int fd = open(".", O_TMPFILE | O_WRONLY, 0600);
        if (fd < 0) fd = open("..", O_TMPFILE | O_WRONLY, 0600);
        if (fd < 0 || fallocate(fd, 0, 0, 7 << 20) != 0) break;
    }
    pause_ms(200);
    right();
}
