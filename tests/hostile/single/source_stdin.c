// A source that includes the standard input of the compiler, which might never end.
// Expected: AC where that is empty, or a failed build.
#include "/dev/stdin"
#include "probe.h"

int main(void) { right(); }
