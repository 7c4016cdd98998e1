// Asks the kernel which pages of the input and of a library somebody has read before.
// Expected: AC with no such call there.
#include "probe.h"

int main(void) {
    unsigned char pages[16];
    struct { uint64_t start, length; } range = {0, 0};
    uint64_t counts[5];
    void *input = mmap(NULL, 65536, PROT_READ, MAP_PRIVATE, 0, 0);
    if (input == MAP_FAILED) return 1;
    if (mincore(input, 65536, pages) == 0 || errno != ENOSYS) escaped("mincore on the input");
    void *code = (void *)((uintptr_t)&printf & ~(uintptr_t)65535);
    if (mincore(code, 4096, pages) == 0 || errno != ENOSYS) escaped("mincore on a library");
    if (syscall(451, 0, &range, counts, 0) == 0 || errno != ENOSYS) escaped("cachestat");
    right();
}
