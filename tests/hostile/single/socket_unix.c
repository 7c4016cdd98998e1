// Connects to a listener on a Unix socket with a path.
// Expected: AC with every call refused; the listener sees nobody.
#include "probe.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    struct sockaddr_un by_path = {.sun_family = AF_UNIX};
    snprintf(by_path.sun_path, sizeof by_path.sun_path, "%.100s", place("socket"));
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&by_path, sizeof by_path) == 0) escaped("a socket with a path");
    right();
}
