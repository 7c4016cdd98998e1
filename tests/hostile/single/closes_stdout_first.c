// Closes standard output and answers into nothing.
// Expected: WA.
#include "probe.h"

int main(void) {
    probe_input();
    close(1);
    right();
}
