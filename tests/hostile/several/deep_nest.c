// Directories five thousand deep, as far as that is quickly made, in its directory and above; looks for those of the run
// before.
// Expected: AC each time, and nothing of it is left.
#include "probe.h"

int main(void) {
    struct timespec used;
    struct stat about;
    const char *starts[] = {"../nest-deep", "nest-deep"};
    for (int i = 0; i < 2; i++)
        if (lstat(starts[i], &about) == 0) escaped("the nest of another run");
    probe_input();
    for (int i = 0; i < 2; i++) {
        if (mkdir(starts[i], 0700) != 0 || chdir(starts[i]) != 0) continue;
        for (int depth = 0; depth < 5000 && mkdir("d", 0700) == 0 && chdir("d") == 0; depth++) {
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
            if (used.tv_sec > 0 || used.tv_nsec > 100000000) break;
        }
    }
    right();
}
