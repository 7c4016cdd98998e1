// Asks for files that are only memory, which could be executed and are no process's, with every flag.
// Expected: AC with no such call there.
#include "probe.h"

int main(void) {
    for (unsigned flags = 0; flags < 32; flags++)
        if (syscall(SYS_memfd_create, "x", flags) >= 0 || errno != ENOSYS) escaped("memfd_create %u", flags);
    if (syscall(447, 0) >= 0 || errno != ENOSYS) escaped("memfd_secret");
    right();
}
