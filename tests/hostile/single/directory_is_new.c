// Looks for anything in its directory and for anything but its directory above it.
// Expected: AC with nothing there.
#include "probe.h"
#include <dirent.h>

/* How many names there are in a directory; 0 if it cannot be listed. */
static int count(const char *path) {
    DIR *listing = opendir(path);
    int n_names = 0;
    if (!listing) return 0;
    for (struct dirent *entry; (entry = readdir(listing));)
        n_names += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(listing);
    return n_names;
}

int main(void) {
    struct stat here;
    if (count(".") != 0) escaped("%d names", count("."));
    if (count("..") > 1) escaped("%d names above", count(".."));
    if (stat(".", &here) != 0 || (here.st_mode & 07777) != 0700) escaped("mode %o", here.st_mode);
    right();
}
