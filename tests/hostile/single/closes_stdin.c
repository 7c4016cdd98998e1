// Reads what it needs and closes standard input.
// Expected: AC.
#include "probe.h"

int main(void) {
    probe_input();
    close(0);
    right();
}
