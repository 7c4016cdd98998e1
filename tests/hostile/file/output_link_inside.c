// Its output file is a symbolic link to a file of its own that holds the answer.
// Expected: not AC: a link is no output.
#include "probe.h"

int main(void) {
    FILE *output = fopen("other.txt", "w");
    if (!output) return 1;
    fprintf(output, "%d\n", atoi(probe_input()));
    if (symlink("other.txt", "out.txt") != 0) return 1;
}
