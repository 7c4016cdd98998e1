// Mounts, unmounts and changes the root.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/mount.h>

int main(void) {
    mkdir("inner", 0700);
    if (mount("none", "inner", "tmpfs", 0, NULL) == 0) escaped("mount");
    if (mount("/", "inner", NULL, MS_BIND, NULL) == 0) escaped("a bind mount");
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0) escaped("a root that can be written to");
    if (umount2(".", MNT_DETACH) == 0) escaped("umount");
    if (syscall(SYS_pivot_root, ".", ".") == 0) escaped("pivot_root");
    if (syscall(428, AT_FDCWD, "/", 1) >= 0) escaped("open_tree");
    if (syscall(430, "tmpfs", 0) >= 0) escaped("fsopen");
    if (chroot("inner") == 0) escaped("chroot");
    right();
}
