// Asks for 64 GB of addresses and touches nothing.
// Expected: AC.
#include "probe.h"

int main(void) {
    void *block = mmap(NULL, 64ULL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return 1;
    right();
}
