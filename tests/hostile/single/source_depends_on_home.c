// A source that asks whether a file of the home directory is newer.
// Expected: a failed build, since there is none.
#include "probe.h"
#pragma GCC dependency "@home@/secret.txt"

int main(void) { escaped("the compiler sees the home directory"); }
