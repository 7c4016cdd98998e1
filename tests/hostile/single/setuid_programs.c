// Starts programs that run as root whoever starts them.
// Expected: AC with nothing gained.
#include "probe.h"

/* Whether a child that has become the program is out of our reach: only limits of our own kind can be read. */
static int gains(const char *program) {
    int ends[2];
    char byte;
    struct rlimit limit;
    if (pipe2(ends, O_CLOEXEC) != 0) return 0;
    pid_t child = fork();
    if (child == 0) {
        for (int fd = 0; fd < 3; fd++) close(fd);
        execl(program, program, (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    int was_ours = child > 0 && prlimit(child, RLIMIT_CPU, NULL, &limit) == 0;
    while (read(ends[0], &byte, 1) < 0 && errno == EINTR) {
    }
    int is_ours = prlimit(child, RLIMIT_CPU, NULL, &limit) == 0;
    close(ends[0]);
    if (child > 0) kill(child, SIGKILL);
    if (child > 0) waitpid(child, NULL, 0);
    return was_ours && !is_ours;
}

int main(void) {
    const char *programs[] = {"/usr/bin/su", "/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/bin/mount", "/usr/bin/newgrp", "/usr/bin/chsh"};
    probe_input();
    if (getuid() == 0) right(); /* There is nothing to gain, and much to break. */
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (gains(programs[i])) escaped("%s", programs[i]);
    right();
}
