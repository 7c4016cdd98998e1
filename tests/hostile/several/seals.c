// Seals its output and its input against changes and looks for the seals of the run before.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    for (int fd = 1; fd < 3; fd++) {
        int seals = fcntl(fd, F_GET_SEALS);
        if (seals >= 0 && seals & (F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK)) escaped("the seals %x on %d", seals, fd);
    }
    int before = fcntl(0, F_GET_SEALS);
    if (fcntl(0, F_ADD_SEALS, F_SEAL_FUTURE_WRITE) == 0 && fcntl(0, F_GET_SEALS) != before) escaped("a new seal on its input");
    printf("%d\n", atoi(probe_input()));
    fflush(stdout);
    for (int fd = 0; fd < 3; fd++) fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
    _exit(0);
}
