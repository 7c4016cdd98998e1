// Two hundred files open at once, half of them without a name any more, and a child that keeps all of them.
// Expected: AC, and nothing of it is left.
#include "probe.h"

int main(void) {
    char name[32];
    probe_input();
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "open%d", i);
        if (open(name, O_CREAT | O_RDWR, 0600) < 0) return 1;
        if (i % 2) unlink(name);
    }
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    right();
}
