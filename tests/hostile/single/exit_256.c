// Ends with 256, of which the system keeps 0.
// Expected: AC.
#include "probe.h"

int main(void) {
    printf("%d\n", atoi(probe_input()));
    exit(256);
}
