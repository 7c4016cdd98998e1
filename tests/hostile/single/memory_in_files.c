// Forty-five files of 7 MB each in its directory: 315 MB that no process has.
// Expected: MLE where the directory is in memory.
#include "probe.h"

static char block[7 << 20];

int main(void) {
    char name[32];
    memset(block, 1, sizeof block);
    for (int i = 0; i < 45; i++) {
        snprintf(name, sizeof name, "block%d", i);
        int fd = open(name, O_CREAT | O_WRONLY, 0600);
        if (fd < 0 || write(fd, block, sizeof block) <= 0) break;
        close(fd);
    }
    pause_ms(200);
    right();
}
