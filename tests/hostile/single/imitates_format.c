// Ends with the exit code and the words of a checker.
// Expected: RTE: a solution's code is never a checker's.
#include "probe.h"

int main(void) {
    printf("%d\n", atoi(probe_input()));
    fputs("wrong output format Unexpected end of file\n", stderr);
    return 2;
}
