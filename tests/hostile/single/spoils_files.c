// Overwrites, renames, removes and re-modes files that are not its own.
// Expected: AC with every call refused.
#include "probe.h"

int main(void) {
    const char *victims[] = {below("home", "spoil.txt"), below("problem", "tests/1.ans"), below("place", "touchstone")};
    for (size_t i = 0; i < sizeof victims / sizeof *victims; i++) {
        if (chmod(victims[i], 0755) == 0) escaped("chmod of %s", victims[i]);
        if (open(victims[i], O_WRONLY) >= 0) escaped("writing to %s", victims[i]);
        if (utimensat(AT_FDCWD, victims[i], NULL, 0) == 0) escaped("touching %s", victims[i]);
        if (rename(victims[i], victims[i]) == 0) escaped("renaming %s", victims[i]);
    }
    right();
}
