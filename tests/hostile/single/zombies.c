// Fifty children that have ended and that nobody has waited for.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    for (int i = 0; i < 50; i++)
        if (fork() == 0) _exit(i);
    pause_ms(20);
    right();
}
