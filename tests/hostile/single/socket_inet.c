// Connects to a listener on the loopback interface, with both families, and sends a datagram.
// Expected: AC with every call refused; the listener sees nobody.
#include "probe.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(place("port")))};
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct sockaddr_in6 mapped = {.sin6_family = AF_INET6, .sin6_port = four.sin_port};
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &mapped.sin6_addr);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&four, sizeof four) == 0) escaped("a connection");
    fd = socket(AF_INET6, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&mapped, sizeof mapped) == 0) escaped("a mapped connection");
    fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd >= 0 && sendto(fd, "x", 1, 0, (struct sockaddr *)&four, sizeof four) == 1) escaped("a datagram");
    right();
}
