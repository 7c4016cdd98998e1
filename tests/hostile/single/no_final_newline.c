// No end of the last line.
// Expected: AC.
#include "probe.h"

int main(void) {
    printf("%d", atoi(probe_input()));
}
