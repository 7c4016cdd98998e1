// A child that stays and keeps a file of 7 MB open that has no name any more. Looks whether the file of the run before
// still takes room.
// Expected: AC each time.
#include "probe.h"
#include <sys/vfs.h>

static char block[7 << 20];

int main(void) {
    struct statfs about;
    /* Elsewhere the file system is not its own. */
    int is_own = statfs(".", &about) == 0 && about.f_type == 0x01021994 && in_process_namespace();
    if (is_own && (about.f_blocks - about.f_bfree) * (uint64_t)about.f_bsize > 4 << 20) escaped("the file of another run");
    probe_input();
    int fd = open("large", O_CREAT | O_RDWR, 0600);
    if (fd < 0 || write(fd, block, sizeof block) != (ssize_t)sizeof block) return 1;
    unlink("large");
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    right();
}
