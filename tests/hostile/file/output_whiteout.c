// Its output file is the one device that anybody may make, which union file systems take for "no such file".
// Expected: not AC, and the judge goes on.
#include "probe.h"
#include <sys/sysmacros.h>

int main(void) {
    if (mknod("out.txt", S_IFCHR | 0600, makedev(0, 0)) != 0) return 1;
}
