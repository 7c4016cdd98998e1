// Looks for descriptors that it was given by mistake.
// Expected: AC with none but the standard streams.
#include "probe.h"

int main(void) {
    for (int fd = 3; fd < 4096; fd++)
        if (fcntl(fd, F_GETFD) >= 0) escaped("descriptor %d", fd);
    right();
}
