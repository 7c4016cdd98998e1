// Tells the kernel how long what is in its files will be kept, which stays with a file, and looks for what the run before
// has told.
// Expected: AC each time.
#include "probe.h"

/* Not every header has them. */
enum { GET_HINT = 1035, SET_HINT = 1036 };

int main(void) {
    const int fds[] = {0, 1, 2, open(".", O_RDONLY | O_DIRECTORY), open("..", O_RDONLY | O_DIRECTORY),
                       open("/proc/self/exe", O_RDONLY), open("/dev/null", O_RDONLY)};
    const int n_fds = sizeof fds / sizeof *fds;
    uint64_t odd = 3, hint;
    for (int i = 0; i < n_fds; i++) {
        hint = 0;
        if (fcntl(fds[i], GET_HINT, &hint) == 0 && hint == odd) escaped("the hint of another run on %d", fds[i]);
    }
    probe_input();
    for (int i = 0; i < n_fds; i++) fcntl(fds[i], SET_HINT, &odd);
    right();
}
