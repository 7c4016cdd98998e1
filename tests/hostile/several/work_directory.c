// Leaves a file in its directory and looks for that of the run before.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    if (access("mark", F_OK) == 0) escaped("the file of another run");
    close(open("mark", O_CREAT | O_WRONLY, 0666));
    right();
}
