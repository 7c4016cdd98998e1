// Starts a script that it has written.
// Expected: AC with the start refused.
#include "probe.h"

int main(void) {
    const char text[] = "#!/bin/sh\nexit 42\n";
    probe_input();
    int fd = open("script", O_CREAT | O_WRONLY | O_CLOEXEC, 0755);
    if (fd < 0 || write(fd, text, sizeof text - 1) <= 0) return 1;
    close(fd);
    pid_t child = fork();
    if (child == 0) {
        execl("./script", "script", (char *)NULL);
        _exit(errno == EACCES || errno == EPERM ? 0 : 43);
    }
    int status = 0;
    if (child > 0) waitpid(child, &status, 0);
    if (status != 0) escaped("it ended with %d", WEXITSTATUS(status));
    right();
}
