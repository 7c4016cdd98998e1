// Kills its parent.
// Expected: AC: the parent is out of reach, or does not mind.
#include "probe.h"

int main(void) {
    probe_input();
    if (getppid() > 0) kill(getppid(), SIGKILL);
    pause_ms(50);
    right();
}
