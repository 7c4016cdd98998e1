// Forty-five files of 7 MB each that have no name any more and are still open.
// Expected: MLE where the directory is in memory.
#include "probe.h"

static char block[7 << 20];

int main(void) {
    memset(block, 1, sizeof block);
    for (int i = 0; i < 45; i++) {
        int fd = open("block", O_CREAT | O_EXCL | O_WRONLY, 0600);
        unlink("block");
        if (fd < 0 || write(fd, block, sizeof block) <= 0) break;
    }
    pause_ms(200);
    right();
}
