// Its output file is a symbolic link to a file outside, and it writes through it.
// Expected: AC or not, and the file outside is as it was.
#include "probe.h"

int main(void) {
    if (symlink(below("home", "spoil.txt"), "out.txt") != 0) return 1;
    int fd = open("out.txt", O_WRONLY | O_TRUNC);
    if (fd >= 0) escaped("%s", below("home", "spoil.txt"));
    unlink("out.txt");
    FILE *output = fopen("out.txt", "w");
    if (!output) return 1;
    fprintf(output, "%d\n", atoi(probe_input()));
}
