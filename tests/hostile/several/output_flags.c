// Changes how its output and its errors are open. Looks for what the run before has changed.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    for (int fd = 1; fd < 3; fd++) {
        int flags = fcntl(fd, F_GETFL);
        if (flags & (O_NONBLOCK | O_ASYNC)) escaped("flags of another run on %d: %o", fd, flags);
    }
    fprintf(stderr, "%d\n", atoi(probe_input()));
    printf("%d\n", atoi(probe_input()));
    fflush(stdout);
    for (int fd = 1; fd < 3; fd++) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    _exit(0);
}
