// Many files of 4 MB, 1 GB in all: no limit on the size of one file sees it.
// Expected: AC with the disk refusing, or MLE.
#include "probe.h"

int main(void) {
    static char block[4 << 20];
    char name[32];
    probe_input();
    for (int i = 0; i < 256; i++) {
        snprintf(name, sizeof name, "large%d", i);
        int fd = open(name, O_CREAT | O_WRONLY, 0600);
        if (write(fd, block, sizeof block) != (ssize_t)sizeof block) right();
        close(fd);
    }
    escaped("1 GB in many files");
}
