// Takes space on disk beyond the end of a file, which the limit on its size does not hold.
// Expected: AC where it is shut in: no more than the limit is taken.
#include "probe.h"

int main(void) {
    const off_t much = 64 << 20;
    struct stat about;
    int fd = open("a", O_WRONLY | O_CREAT, 0600);
    if (fd < 0) escaped("no file of its own");
    fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, much);
    if (fstat(fd, &about) == 0 && (off_t)about.st_blocks * 512 >= much) escaped("64 MB in a file of 0");
    right();
}
