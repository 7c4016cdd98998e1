// A daemon that keeps the standard streams and spins, while its parent answers rightly and ends.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    if (fork() == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        burn();
    }
    wait(NULL);
    right();
}
