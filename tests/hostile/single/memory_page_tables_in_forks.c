// Four children that read a byte in each 2 MB of 50 GB: 400 MB of page tables, 100 MB in each.
// Expected: MLE, since the whole tree counts.
#include "probe.h"

int main(void) {
    const size_t size = 50ULL << 30;
    probe_input();
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            char *block = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (block == MAP_FAILED) _exit(1);
            madvise(block, size, MADV_NOHUGEPAGE);
            for (size_t at = 0; at < size; at += 2 << 20) (void)*(volatile char *)(block + at);
            pause_ms(1000);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    right();
}
