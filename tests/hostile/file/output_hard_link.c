// Its output file is a hard link to a file outside that holds the answer.
// Expected: not AC.
#include "probe.h"

int main(void) {
    if (link(below("home", "five.txt"), "out.txt") != 0) return 1;
    puts("it must not be possible");
}
