// Changes attributes by system calls that are newer than most lists of what to refuse.
// Expected: AC with every call refused or missing.
#include "probe.h"

int main(void) {
    struct { uint64_t value; uint32_t size, flags; } value = {(uint64_t)(uintptr_t)"x", 1, 0};
    uint64_t attributes[4] = {0};
    close(open("file", O_CREAT | O_RDWR, 0600));
    /* setxattrat, removexattrat and file_setattr, on an own file, the directory above and the input. */
    const char *paths[] = {"file", "..", ""};
    int fds[] = {AT_FDCWD, AT_FDCWD, 0};
    for (int i = 0; i < 3; i++) {
        if (syscall(463, fds[i], paths[i], AT_EMPTY_PATH, "user.touchstone", &value, sizeof value) == 0) escaped("setxattrat %d", i);
        if (syscall(466, fds[i], paths[i], AT_EMPTY_PATH, "user.touchstone") == 0) escaped("removexattrat %d", i);
        if (syscall(469, fds[i], paths[i], attributes, 24, AT_EMPTY_PATH) == 0) escaped("file_setattr %d", i);
    }
    right();
}
