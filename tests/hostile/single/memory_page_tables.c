// Reads a byte in each 2 MB of 175 GB: nothing but page tables, 350 MB of them.
// Expected: RTE since there are not so many addresses, or MLE.
#include "probe.h"

int main(void) {
    const size_t size = 175ULL << 30;
    char *block = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    probe_input();
    if (block == MAP_FAILED) return 1;
    madvise(block, size, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < size; at += 2 << 20) (void)*(volatile char *)(block + at);
    pause_ms(200);
    escaped("350 MB of page tables");
}
