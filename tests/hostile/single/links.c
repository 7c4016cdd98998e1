// Symbolic and hard links from its directory to files outside.
// Expected: AC with nothing read through them.
#include "probe.h"

int main(void) {
    const char *outside[] = {below("home", "secret.txt"), below("place", "secret.txt"), "/etc/passwd", "/proc/self/root/etc/passwd"};
    char name[32];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "hard%d", i);
        if (link(outside[i], name) == 0 && can_read(name)) escaped("a hard link to %s", outside[i]);
        snprintf(name, sizeof name, "soft%d", i);
        if (symlink(outside[i], name) == 0 && can_read(name)) escaped("a symbolic link to %s", outside[i]);
    }
    right();
}
