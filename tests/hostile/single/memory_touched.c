// Allocates and touches 1 GB.
// Expected: MLE.
#include "probe.h"

int main(void) {
    for (int i = 0; i < 1024; i++) {
        char *block = malloc(1 << 20);
        if (!block) return 1;
        memset(block, 1, 1 << 20);
    }
    right();
}
