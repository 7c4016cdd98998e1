// Its output file is a socket that nobody listens on.
// Expected: not AC, and the judge goes on.
#include "probe.h"

int main(void) {
    if (mknod("out.txt", S_IFSOCK | 0600, 0) != 0) return 1;
}
