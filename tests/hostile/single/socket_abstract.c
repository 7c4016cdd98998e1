// Connects to a listener on a Unix socket with an abstract name, which no file system guards.
// Expected: AC with every call refused; the listener sees nobody.
#include "probe.h"
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    struct sockaddr_un by_name = {.sun_family = AF_UNIX};
    size_t length = strlen(place("abstract"));
    memcpy(by_name.sun_path + 1, place("abstract"), length);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&by_name, size) == 0) escaped("an abstract socket");
    right();
}
