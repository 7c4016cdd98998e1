// Gives a file of its own fifteen hundred further names, in directories of every kind, and looks for those of the run
// before.
// Expected: AC each time, and nothing of it is left.
#include "probe.h"

int main(void) {
    struct stat about;
    char name[64];
    if (lstat("names", &about) == 0 || lstat("../names", &about) == 0) escaped("the names of another run");
    probe_input();
    int fd = open("names", O_CREAT | O_WRONLY, 0600);
    if (fd < 0 || write(fd, "x", 1) != 1) return 1;
    if (link("names", "../names") == 0) escaped("a name above its directory");
    mkdir("one", 0700);
    mkdir("two", 0300);
    for (int i = 0; i < 1500; i++) {
        snprintf(name, sizeof name, "%s%d", i % 3 == 0 ? "" : i % 3 == 1 ? "one/" : "two/", i);
        if (link("names", name) != 0 && errno == ENOSPC) break;
    }
    unlink("names");
    right();
}
