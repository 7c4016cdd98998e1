// A source that includes the environment of the compiler.
// Expected: a failed build whose messages hold nothing of it, or AC where there is none.
#include "/proc/self/environ"
#include "probe.h"

int main(void) { right(); }
