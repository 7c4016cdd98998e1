// Listens under a name that is no file, with a child that stays, and looks whether the run before does.
// Expected: AC each time.
#include "probe.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0touchstone-hostile-runs"};
    probe_input();
    int visitor = socket(AF_UNIX, SOCK_STREAM, 0), host = socket(AF_UNIX, SOCK_STREAM, 0);
    if (visitor >= 0 && connect(visitor, (struct sockaddr *)&name, sizeof name) == 0) escaped("another run answers");
    if (host >= 0 && bind(host, (struct sockaddr *)&name, sizeof name) == 0 && listen(host, 4) == 0) escaped("it can listen");
    int ends[2];
    /* A pair has no name, and is nobody's business. */
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && bind(ends[0], (struct sockaddr *)&name, sizeof name) == 0) escaped("a pair with a name");
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    right();
}
