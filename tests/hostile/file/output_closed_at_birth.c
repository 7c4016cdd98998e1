// Its output file is right, and was made so that nobody may read it.
// Expected: AC where the judge reads it nevertheless; the judge goes on.
#include "probe.h"

int main(void) {
    int fd = open("out.txt", O_CREAT | O_WRONLY, 0000);
    if (fd < 0) return 1;
    dprintf(fd, "%d\n", atoi(probe_input()));
}
