// Starts the shell.
// Expected: AC with no shell started.
#include "probe.h"

int main(void) {
    const char *shells[] = {"/bin/sh", "/usr/bin/sh", "/bin/bash", "/usr/bin/dash", "/bin/busybox"};
    probe_input();
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        pid_t child = fork();
        if (child == 0) {
            execl(shells[i], "sh", "-c", "exit 42", (char *)NULL);
            _exit(0);
        }
        int status = 0;
        if (child > 0) waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 42) escaped("%s", shells[i]);
    }
    right();
}
