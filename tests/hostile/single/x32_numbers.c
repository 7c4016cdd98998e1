// Calls the kernel by the numbers of the x32 interface, which a filter may not know.
// Expected: AC with the call refused, or RTE.
#include "probe.h"

int main(void) {
    probe_input();
#ifdef __x86_64__
    if (syscall(0x40000000 + SYS_unshare, 0x10000000) == 0) escaped("unshare by its x32 number");
    if (syscall(0x40000000 + SYS_socket, 2, 1, 0) >= 0) escaped("socket by its x32 number");
#endif
    right();
}
