// A source that includes a file without an end that is never the same.
// Expected: a failed build.
#include "/dev/urandom"

int main(void) { return 0; }
