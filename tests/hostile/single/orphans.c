// Leaves twenty children behind, each in a session of its own.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    probe_input();
    for (int i = 0; i < 20; i++)
        if (fork() == 0) {
            setsid();
            for (;;) pause();
        }
    right();
}
