// Reads only what is in memory already, which tells what others have read, also with further flags.
// Expected: AC with every such call refused.
#include "probe.h"
#include <sys/uio.h>

int main(void) {
    char byte;
    struct iovec place_of_byte = {&byte, 1};
    const long flags[] = {8, 8 | 1, 8 | 4, (1L << 32) | 8};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (syscall(SYS_preadv2, 0, &place_of_byte, 1, 0, 0, flags[i]) >= 0 || errno != EPERM) escaped("flags %lx", flags[i]);
        if (syscall(SYS_preadv2, 0, &place_of_byte, 1, -1, -1, flags[i]) >= 0 || errno != EPERM) escaped("flags %lx from here", flags[i]);
    }
    /* Without that flag it is an ordinary call. */
    if (preadv2(0, &place_of_byte, 1, 0, 0) != 1 || byte != '5') return 1;
    right();
}
