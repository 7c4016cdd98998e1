// Opens devices of the machine, or makes one.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/sysmacros.h>

int main(void) {
    const char *devices[] = {"/dev/sda", "/dev/vda", "/dev/nvme0n1", "/dev/mem", "/dev/kmsg", "/dev/port", "/dev/kvm",
                             "/dev/fuse", "/dev/loop-control", "/dev/net/tun", "/dev/tty"};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (open(devices[i], O_RDONLY | O_NONBLOCK | O_NOCTTY) >= 0) escaped("%s", devices[i]);
    if (mknod("zero", S_IFCHR | 0600, makedev(1, 5)) == 0) escaped("mknod");
    right();
}
