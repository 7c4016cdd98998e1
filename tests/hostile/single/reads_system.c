// Reads what the system says of its users and itself.
// Expected: AC with nothing read.
#include "probe.h"

int main(void) {
    const char *files[] = {"/etc/passwd", "/etc/group", "/etc/hostname", "/etc/resolv.conf", "/proc/version",
                           "/proc/cpuinfo", "/sys/devices/system/cpu/online", "/var/log/dpkg.log"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (can_read(files[i])) escaped("%s", files[i]);
    right();
}
