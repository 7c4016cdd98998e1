// A thousand children that end at once and that nobody waits for: each is still a process.
// Expected: AC, with fork refused long before, and no process is left.
#include "probe.h"

int main(void) {
    int n_made = 0;
    probe_input();
    for (; n_made < 1000; n_made++) {
        pid_t child = fork();
        if (child < 0) break;
        if (child == 0) _exit(0);
    }
    if (n_made == 1000) escaped("a thousand zombies");
    right();
}
