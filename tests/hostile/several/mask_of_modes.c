// Sets an odd mask for the modes of new files and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    if (umask(0751) == 0751) escaped("the mask of another run");
    mkdir("of-that-mask", 0777);
    mkdir("../of-that-mask", 0777);
    right();
}
