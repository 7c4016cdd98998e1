// Answers and closes standard output and standard error.
// Expected: AC.
#include "probe.h"

int main(void) {
    printf("%d\n", atoi(probe_input()));
    fclose(stdout);
    close(1);
    close(2);
    pause_ms(20);
}
