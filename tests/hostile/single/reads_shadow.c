// Reads the passwords of the system.
// Expected: AC with nothing read.
#include "probe.h"

int main(void) {
    const char *files[] = {"/etc/shadow", "/etc/gshadow", "/root/.bashrc", "/root/.profile", "/proc/kcore", "/proc/1/environ"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (can_read(files[i])) escaped("%s", files[i]);
    right();
}
