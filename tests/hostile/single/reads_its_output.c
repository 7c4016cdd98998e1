// Reads back what stands in its standard output, and what else may be there.
// Expected: AC with nothing but its own words.
#include "probe.h"

int main(void) {
    char bytes[16];
    probe_input();
    if (pread(1, bytes, sizeof bytes, 0) > 0 || pread(2, bytes, sizeof bytes, 0) > 0) escaped("words of another run");
    right();
}
