// Calls the kernel by the numbers of 32-bit programs, which a filter may not know.
// Expected: AC with the call refused, or RTE.
#include "probe.h"

int main(void) {
    probe_input();
#ifdef __x86_64__
    long result = 310; /* unshare */
    __asm__ volatile("int $0x80" : "+a"(result) : "b"(0x10000000L) : "memory", "r8", "r9", "r10", "r11");
    if (result == 0) escaped("unshare by its old number");
    result = 359; /* socket */
    __asm__ volatile("int $0x80" : "+a"(result) : "b"(2L), "c"(1L), "d"(0L) : "memory", "r8", "r9", "r10", "r11");
    if (result >= 0) escaped("socket by its old number");
#endif
    right();
}
