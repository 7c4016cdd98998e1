// One file that grows to 1 GB.
// Expected: OLE, or RTE or MLE where the file system is full first.
#include "probe.h"

int main(void) {
    static char block[1 << 20];
    probe_input();
    int fd = open("large", O_CREAT | O_WRONLY, 0600);
    for (int i = 0; i < 1024; i++)
        if (write(fd, block, sizeof block) != (ssize_t)sizeof block) return 1;
    escaped("1 GB in one file");
}
