// Looks when its input was read for the last time, before it reads it: that would tell of runs before it, also of other
// programs, and of when they were.
// Expected: AC each time.
#include "probe.h"

static int is_later(struct timespec one, struct timespec other) {
    return one.tv_sec > other.tv_sec || (one.tv_sec == other.tv_sec && one.tv_nsec > other.tv_nsec);
}

int main(void) {
    struct stat about;
    if (fstat(0, &about) != 0) return 1;
    if (is_later(about.st_atim, about.st_mtim)) escaped("somebody has read it %ld s after it was made", about.st_atime - about.st_mtime);
    if (is_later(about.st_ctim, about.st_mtim)) escaped("somebody has changed what is known of it");
    if (about.st_nlink > 1) escaped("%ju names", (uintmax_t)about.st_nlink);
    probe_input();
    right();
}
