// Directories fifteen hundred deep: longer than any path, deeper than there are descriptors to walk down with. Not more,
// since Landlock walks up at each step: the cost grows with the square of the depth.
// Expected: AC, and nothing of it is left.
#include "probe.h"

int main(void) {
    probe_input();
    for (int i = 0; i < 1500; i++)
        if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0) break;
    right();
}
