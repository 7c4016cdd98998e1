// Opens its standard streams anew, for what they are not open for.
// Expected: AC with an input that nobody can write to.
#include "probe.h"

int main(void) {
    const char *inputs[] = {"/proc/self/fd/0", "/dev/stdin", "/dev/fd/0", "/proc/thread-self/fd/0"};
    for (int i = 0; i < 4; i++) {
        int fd = open(inputs[i], O_RDWR);
        if (fd >= 0 && (pwrite(fd, "6", 1, 0) == 1 || ftruncate(fd, 0) == 0)) escaped("%s", inputs[i]);
        if (truncate(inputs[i], 0) == 0) escaped("%s cut", inputs[i]);
    }
    if (write(0, "6", 1) == 1 || ftruncate(0, 0) == 0 || fallocate(0, 0, 0, 4096) == 0) escaped("the input itself");
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0) != MAP_FAILED) escaped("the input in memory");
    char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, 0, 0);
    if (page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0) escaped("the input in memory, later");
    right();
}
