// Leaves extended attributes on its directory, the one above, its input and its executable, and looks for those of the run
// before.
// Expected: AC each time.
#include "probe.h"
#include <sys/auxv.h>
#include <sys/xattr.h>

int main(void) {
    char value[16];
    const char *name = "user.touchstone-hostile";
    const char *started_as = (const char *)getauxval(AT_EXECFN);
    const char *paths[] = {".", "..", "/proc/self/exe", "/proc/self/fd/0", "/dev/stdin", started_as ? started_as : "."};
    const size_t n_paths = sizeof paths / sizeof *paths;
    if (fgetxattr(0, name, value, sizeof value) >= 0) escaped("another run had this input");
    for (size_t i = 0; i < n_paths; i++)
        if (getxattr(paths[i], name, value, sizeof value) >= 0) escaped("the mark of another run on %s", paths[i]);
    fsetxattr(0, name, "x", 1, 0);
    for (size_t i = 0; i < n_paths; i++) setxattr(paths[i], name, "x", 1, 0);
    right();
}
