// A source that includes a file without an end.
// Expected: a failed build.
#include "/dev/zero"

int main(void) { return 0; }
