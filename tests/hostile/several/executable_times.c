// Sets the times of its executable to a day long ago and looks whether the run before has done so.
// Expected: AC each time.
#include "probe.h"
#include <sys/auxv.h>

int main(int argc, char **argv) {
    const char *started_as = (const char *)getauxval(AT_EXECFN);
    const char *paths[] = {"/proc/self/exe", started_as, argc > 0 ? argv[0] : NULL};
    struct timespec long_ago[2] = {{777777, 0}, {777777, 0}};
    struct stat about;
    for (int i = 0; i < 3; i++)
        if (paths[i] && stat(paths[i], &about) == 0 && about.st_mtime == 777777) escaped("the time that another run has set");
    for (int i = 0; i < 3; i++)
        if (paths[i]) utimensat(AT_FDCWD, paths[i], long_ago, 0);
    right();
}
