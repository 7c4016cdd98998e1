// Its output file is a symbolic link to whatever the reader's own standard input is.
// Expected: not AC, and the judge goes on.
#include "probe.h"

int main(void) {
    if (symlink("/proc/self/fd/0", "out.txt") != 0) return 1;
    puts("the judge must not follow it");
}
