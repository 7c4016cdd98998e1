// A source that includes itself.
// Expected: a failed build.
#include __FILE__

int main(void) { return 0; }
