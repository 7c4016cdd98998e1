// Sends itself the signal that tells of too much CPU time, having answered rightly.
// Expected: RTE: it has used none.
#include "probe.h"

int main(void) {
    printf("%d\n", atoi(probe_input()));
    fflush(stdout);
    raise(SIGXCPU);
}
