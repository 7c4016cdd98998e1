// Leaves a key in every keyring of the kernel and looks for that of the run before.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    for (int ring = -5; ring < 0; ring++)
        if (syscall(SYS_keyctl, 10, ring, "user", "touchstone-hostile", 0) >= 0) escaped("the key of another run");
    for (int ring = -5; ring < 0; ring++) syscall(SYS_add_key, "user", "touchstone-hostile", "x", 1, ring);
    right();
}
