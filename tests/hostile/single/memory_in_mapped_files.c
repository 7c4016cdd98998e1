// Forty-five files of 7 MB each that are filled through memory, without a single write.
// Expected: MLE where the directory is in memory.
#include "probe.h"

int main(void) {
    const size_t size = 7 << 20;
    char name[32];
    for (int i = 0; i < 45; i++) {
        snprintf(name, sizeof name, "block%d", i);
        int fd = open(name, O_CREAT | O_RDWR, 0600);
        if (fd < 0 || ftruncate(fd, (off_t)size) != 0) break;
        char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (block == MAP_FAILED) break;
        memset(block, 1, size);
        /* What is unmapped is no longer this process's. */
        munmap(block, size);
        close(fd);
    }
    pause_ms(200);
    right();
}
