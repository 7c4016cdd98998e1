// Fills 400 MB that it shares with nobody else and lets go of each piece at once: the memory stays, and no process seems to
// have it.
// Expected: MLE.
#include "probe.h"

int main(void) {
    const size_t size = 400 << 20, piece = 8 << 20;
    probe_input();
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return 1;
    for (size_t at = 0; at < size; at += piece) {
        memset(block + at, 1, piece);
        madvise(block + at, piece, MADV_DONTNEED);
    }
    pause_ms(200);
    if (block[size - 1] != 1) return 1;
    right();
}
