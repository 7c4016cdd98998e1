// Sockets of every family that a kernel may have: each is kernel code that can be attacked.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/socket.h>

int main(void) {
    for (int family = 1; family < 46; family++)
        for (int kind = 1; kind < 6; kind++)
            if (socket(family, kind, 0) >= 0) escaped("family %d, kind %d", family, kind);
    right();
}
