// Reads a file of the home directory.
// Expected: AC with nothing read.
#include "probe.h"

int main(void) {
    if (can_read(below("home", "secret.txt"))) escaped("a file of the home directory");
    if (can_read(below("place", "secret.txt"))) escaped("a file beside the problem");
    right();
}
