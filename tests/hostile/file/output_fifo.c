// Its output file is a pipe that nobody writes to: who opens it waits for ever.
// Expected: not AC, and the judge goes on.
#include "probe.h"

int main(void) {
    if (mkfifo("out.txt", 0600) != 0) return 1;
}
