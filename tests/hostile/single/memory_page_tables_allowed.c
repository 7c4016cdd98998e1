// Reads a byte in each 2 MB of twenty blocks of 5 GB: 200 MB of page tables.
// Expected: AC, or MLE where something else needs as much.
#include "probe.h"

int main(void) {
    const size_t size = 5ULL << 30;
    probe_input();
    for (int i = 0; i < 20; i++) {
        char *block = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) right();
        madvise(block, size, MADV_NOHUGEPAGE);
        for (size_t at = 0; at < size; at += 2 << 20) (void)*(volatile char *)(block + at);
    }
    right();
}
