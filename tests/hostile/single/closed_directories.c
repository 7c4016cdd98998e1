// Directories that their owner may not enter, with files in them.
// Expected: AC, and nothing of it is left.
#include "probe.h"

int main(void) {
    probe_input();
    mkdir("closed", 0700);
    mkdir("closed/inner", 0700);
    close(open("closed/inner/file", O_CREAT | O_WRONLY, 0000));
    chmod("closed/inner", 0000);
    chmod("closed", 0000);
    chmod(".", 0000);
    right();
}
