// A source that asks the preprocessor about the tool's own files, the answers, other processes and the machine.
// Expected: AC with none seen.
#include "probe.h"

int main(void) {
#if __has_include("@problem@/tests/1.ans") || __has_include("tests/1.ans")
    escaped("the compiler sees the answers");
#endif
#if __has_include("@place@/secret.txt") || __has_include("../secret.txt") || __has_include("../../secret.txt")
    escaped("the compiler sees the tool's place");
#endif
#if __has_include("/proc/self/status") || __has_include("/proc/1/status") || __has_include("/sys/kernel/profiling")
    escaped("the compiler sees processes");
#endif
#if __has_include("/etc/hostname") || __has_include("/etc/group") || __has_include("/dev/zero")
    escaped("the compiler sees the machine");
#endif
    right();
}
