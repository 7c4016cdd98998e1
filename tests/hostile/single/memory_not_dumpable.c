// Six children of 80 MB each whose entries in /proc belong to root.
// Expected: MLE, since the whole tree counts.
#include "probe.h"
#include <sys/prctl.h>

int main(void) {
    probe_input();
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            char *block = malloc(80 << 20);
            if (block) memset(block, 1, 80 << 20);
            pause_ms(300);
            _exit(block && block[77] == 1 ? 0 : 1);
        }
    while (wait(NULL) > 0) {
    }
    right();
}
