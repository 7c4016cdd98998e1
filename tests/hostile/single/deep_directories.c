// Directories three thousand deep: longer than any path, deeper than there are descriptors to walk down with.
// Expected: AC, and nothing of it is left.
#include "probe.h"

int main(void) {
    probe_input();
    for (int i = 0; i < 3000; i++)
        if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0) break;
    right();
}
