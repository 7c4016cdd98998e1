// Leaves so many files above its directory that nobody wants to remove them, and looks whether somebody did.
// Expected: AC each time.
#include "probe.h"
#include <dirent.h>

int main(void) {
    char name[32];
    int n_names = 0;
    DIR *above = opendir("..");
    if (above) {
        while (readdir(above)) n_names++;
        closedir(above);
    }
    /* Its own directory, and the two that every directory has. */
    if (n_names > 3) escaped("%d names above", n_names);
    probe_input();
    for (int i = 0; i < 1500; i++) {
        snprintf(name, sizeof name, "../left%d", i);
        if (mknod(name, S_IFREG | 0600, 0) != 0) break;
    }
    right();
}
