// Its output file is a symbolic link to itself.
// Expected: not AC, and the judge goes on.
#include "probe.h"

int main(void) {
    if (symlink("out.txt", "out.txt") != 0) return 1;
}
