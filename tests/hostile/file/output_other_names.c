// Its answer stands in files whose names are nearly that of its output, and in a directory beside it.
// Expected: not AC.
#include "probe.h"

int main(void) {
    int answer = atoi(probe_input());
    mkdir("out", 0700);
    const char *names[] = {"OUT.TXT", "out.txt ", " out.txt", "out.txt\n", "out.txt.", "out", "out/out.txt", "../out.txt"};
    for (int i = 0; i < 8; i++) {
        int fd = open(names[i], O_CREAT | O_WRONLY, 0600);
        if (fd >= 0) dprintf(fd, "%d\n", answer);
    }
    printf("%d\n", answer);
}
