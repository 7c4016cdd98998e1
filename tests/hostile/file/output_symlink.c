// Its output file is a symbolic link to a file outside that holds the answer.
// Expected: not AC.
#include "probe.h"

int main(void) {
    if (symlink(below("home", "five.txt"), "out.txt") != 0) return 1;
    puts("the judge must not follow it");
}
