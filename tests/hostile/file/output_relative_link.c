// Its output file is a symbolic link upwards, to the answer as the judge may see it from there.
// Expected: not AC.
#include "probe.h"

int main(void) {
    char path[2048] = "";
    for (int i = 0; i < 40; i++) strcat(path, "../");
    strcat(path, below("home", "five.txt"));
    if (symlink(path, "out.txt") != 0) return 1;
}
