// Six children touch 80 MB each of their own.
// Expected: MLE, since the whole tree counts.
#include "probe.h"

int main(void) {
    probe_input();
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            char *block = malloc(80 << 20);
            if (block) memset(block, 1, 80 << 20);
            pause_ms(block ? 200 + block[i] : 0);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    right();
}
