// A source that includes directories.
// Expected: a failed build.
#include "."
#include "/"
#include "@home@"

int main(void) { return 0; }
