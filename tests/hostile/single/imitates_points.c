// Ends with the exit code and the words of a checker.
// Expected: RTE: a solution's code is never a checker's.
#include "probe.h"

int main(void) {
    printf("%d\n", atoi(probe_input()));
    fputs("points 100\n", stderr);
    return 7;
}
