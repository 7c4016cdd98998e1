// Traces a child of its own, which could be made to do what filters have looked at already.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/ptrace.h>

int main(void) {
    probe_input();
    pid_t child = fork();
    if (child == 0) _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
    int status = 0;
    if (child > 0) waitpid(child, &status, 0);
    if (status != 0) escaped("a child that asked for it");
    child = fork();
    if (child == 0) {
        for (;;) pause();
    }
    long result = ptrace(PTRACE_SEIZE, child, NULL, NULL);
    kill(child, SIGKILL);
    if (result == 0) escaped("a child that did not");
    right();
}
