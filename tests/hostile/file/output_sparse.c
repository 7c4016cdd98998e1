// Its output file says that it has 64 GB.
// Expected: not AC, and the judge goes on.
#include "probe.h"

int main(void) {
    int fd = open("out.txt", O_CREAT | O_WRONLY, 0600);
    if (ftruncate(fd, 64LL << 30) != 0) return 1;
}
