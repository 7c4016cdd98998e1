// Its output file is a directory.
// Expected: not AC, and the judge goes on.
#include "probe.h"

int main(void) {
    if (mkdir("out.txt", 0700) != 0) return 1;
}
