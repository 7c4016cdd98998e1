// Takes an odd place in the queue for the disk, for its user and group too, and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    const int odd = 2 << 13 | 6;
    if (syscall(SYS_ioprio_get, 1, 0) == odd) escaped("the place of another run");
    if (syscall(SYS_ioprio_set, 3, 0, odd) == 0 || syscall(SYS_ioprio_set, 3, getuid(), odd) == 0) escaped("its user");
    if (syscall(SYS_ioprio_set, 2, 0, odd) == 0) escaped("its group");
    syscall(SYS_ioprio_set, 1, 0, odd);
    right();
}
