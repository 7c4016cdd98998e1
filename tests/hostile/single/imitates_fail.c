// Ends with the exit code and the words of a checker.
// Expected: RTE: a solution's code is never a checker's.
#include "probe.h"

int main(void) {
    printf("%d\n", atoi(probe_input()));
    fputs("FAIL jury has no answer\n", stderr);
    return 3;
}
