// Its output file is right and has five hundred other names, and a child that stays keeps it open for writing.
// Expected: AC, and nothing of it is left.
#include "probe.h"

int main(void) {
    char name[32];
    int fd = open("first", O_CREAT | O_RDWR, 0600);
    if (fd < 0) return 1;
    dprintf(fd, "%d\n", atoi(probe_input()));
    for (int i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "other%d", i);
        if (link("first", name) != 0) return 1;
    }
    if (rename("first", "out.txt") != 0) return 1;
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
}
