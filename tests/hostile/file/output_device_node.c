// Its output file is a device that it has made: an endless one, a terminal, a disk.
// Expected: not AC, and the judge goes on.
#include "probe.h"
#include <sys/sysmacros.h>

int main(void) {
    const int kinds[][3] = {{S_IFCHR, 1, 5}, {S_IFCHR, 5, 0}, {S_IFBLK, 8, 0}, {S_IFBLK, 259, 0}};
    for (int i = 0; i < 4; i++)
        if (mknod("out.txt", (mode_t)kinds[i][0] | 0600, makedev((unsigned)kinds[i][1], (unsigned)kinds[i][2])) == 0) return 0;
    return 1;
}
