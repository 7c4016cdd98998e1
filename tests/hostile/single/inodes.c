// Twenty thousand empty files.
// Expected: AC with the file system refusing.
#include "probe.h"

int main(void) {
    char name[32];
    probe_input();
    for (int i = 0; i < 20000; i++) {
        snprintf(name, sizeof name, "f%d", i);
        if (mknod(name, S_IFREG | 0600, 0) != 0) right();
    }
    escaped("20000 files");
}
