// Six processes of 80 MB each that are its parent's children, not its own.
// Expected: MLE, since they count too.
#include "probe.h"
#include <sched.h>

int main(void) {
    int ends[2];
    char byte;
    probe_input();
    if (pipe(ends) != 0) return 1;
    for (int i = 0; i < 6; i++)
        if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) {
            char *block = malloc(80 << 20);
            if (block) memset(block, 1, 80 << 20);
            pause_ms(300);
            _exit(block && block[77] == 1 ? 0 : 1);
        }
    /* It cannot wait for them, but it sees when all have closed the pipe. */
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 0) return 1;
    right();
}
