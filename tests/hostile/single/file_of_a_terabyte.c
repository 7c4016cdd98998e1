// Makes a file of 1 TB, in every way there is, and does not mind the signal that says no.
// Expected: AC with every way refused.
#include "probe.h"
#include <sys/uio.h>

int main(void) {
    const off_t size = 1LL << 40;
    struct iovec word = {"x", 1};
    signal(SIGXFSZ, SIG_IGN);
    int fd = open("huge", O_CREAT | O_RDWR, 0600);
    if (fd < 0) return 1;
    if (ftruncate(fd, size) == 0) escaped("ftruncate");
    if (truncate("huge", size) == 0) escaped("truncate");
    if (fallocate(fd, 0, 0, size) == 0) escaped("fallocate");
    if (pwrite(fd, "x", 1, size) == 1) escaped("pwrite");
    if (pwritev(fd, &word, 1, size) == 1) escaped("pwritev");
    if (lseek(fd, size, SEEK_SET) == size && write(fd, "x", 1) == 1) escaped("write");
    right();
}
