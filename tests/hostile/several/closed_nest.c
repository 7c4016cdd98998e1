// Directories that are closed from the beginning, since modes cannot be changed: nobody may list the outer ones, nobody
// may do anything with the inner one.
// Expected: AC each time, and nothing of it is left.
#include "probe.h"

int main(void) {
    struct stat about;
    if (lstat("nest", &about) == 0 || lstat("../nest", &about) == 0) escaped("the nest of another run");
    probe_input();
    const char *nests[] = {"nest", "../nest"};
    for (int i = 0; i < 2; i++) {
        if (mkdir(nests[i], 0300) != 0) continue;
        int nest = open(nests[i], O_PATH | O_DIRECTORY);
        mkdirat(nest, "a", 0300);
        mkdirat(nest, "a/b", 0300);
        mkdirat(nest, "a/b/c", 0000);
        mkdirat(nest, "d", 0500);
        close(openat(nest, "a/b/file", O_CREAT | O_WRONLY, 0000));
        /* A directory that may be written can be moved, and is then in one that may not be listed. */
        mkdirat(AT_FDCWD, "moved", 0200);
        renameat(AT_FDCWD, "moved", nest, "a/b/moved");
    }
    right();
}
