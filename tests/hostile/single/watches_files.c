// Watches who uses the files that all programs share.
// Expected: AC with no such call there.
#include "probe.h"
#include <sys/inotify.h>

int main(void) {
    int watch = inotify_init1(IN_CLOEXEC);
    if (watch >= 0 || errno != ENOSYS) escaped("inotify_init1");
#ifdef SYS_inotify_init
    if (syscall(SYS_inotify_init) >= 0 || errno != ENOSYS) escaped("inotify_init");
#endif
    if (inotify_add_watch(0, "..", IN_ALL_EVENTS) >= 0 || errno != ENOSYS) escaped("inotify_add_watch");
    /* The kinds that need no rights, too. */
    const unsigned kinds[] = {0, 0x200, 0x600, 0xe00, 0x1200};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (syscall(SYS_fanotify_init, kinds[i], O_RDONLY) >= 0) escaped("fanotify_init %x", kinds[i]);
    right();
}
