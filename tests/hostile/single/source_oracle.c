// A source that asks the preprocessor which files exist.
// Expected: AC with none seen.
#include "probe.h"

int main(void) {
#if __has_include("@home@/secret.txt")
    escaped("the compiler sees the home directory");
#endif
#if __has_include("/etc/passwd")
    escaped("the compiler sees the users of the system");
#endif
    right();
}
