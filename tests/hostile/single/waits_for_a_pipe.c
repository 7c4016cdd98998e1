// Opens a pipe that nobody will ever write to, and so does its child: a deadlock without any CPU time.
// Expected: TLE, and no process is left.
#include "probe.h"

int main(void) {
    char byte;
    probe_input();
    if (mkfifo("pipe", 0600) != 0) return 1;
    fork();
    int fd = open("pipe", O_RDONLY);
    if (fd >= 0 && read(fd, &byte, 1) == 1) return 1;
    right();
}
