// A program that names a loader which is not there, so that it cannot even begin.
// Expected: RTE, and the judge does not take it for a failure of its own.
#include "probe.h"

__attribute__((section(".interp"), used)) static const char loader[] = "/touchstone/none";

int main(void) { right(); }
