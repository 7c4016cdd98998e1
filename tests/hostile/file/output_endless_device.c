// Its output file is a symbolic link to a device without an end.
// Expected: not AC, and the judge goes on.
#include "probe.h"

int main(void) {
    if (symlink("/dev/zero", "out.txt") != 0) return 1;
}
