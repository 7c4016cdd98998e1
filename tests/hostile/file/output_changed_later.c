// Its output file is right, and a child that stays changes it through memory two seconds after the end.
// Expected: AC, and no process is left.
#include "probe.h"

int main(void) {
    int fd = open("out.txt", O_CREAT | O_RDWR, 0600);
    if (fd < 0) return 1;
    int n_bytes = dprintf(fd, "%d\n", atoi(probe_input()));
    char *text = mmap(NULL, (size_t)n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (text == MAP_FAILED) return 1;
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        pause_ms(2000);
        text[0] = 'X';
        for (;;) pause();
    }
}
