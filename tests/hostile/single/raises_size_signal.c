// Sends itself the signal that tells of too large a file, having answered rightly.
// Expected: RTE: it has written next to nothing.
#include "probe.h"

int main(void) {
    printf("%d\n", atoi(probe_input()));
    fflush(stdout);
    raise(SIGXFSZ);
}
