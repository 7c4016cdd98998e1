// Changes its own input, for the runs to come.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    int answer = atoi(probe_input());
    if (strncmp(probe_text, "6\n", 2) == 0) escaped("the input that another run wrote");
    int again = open("/proc/self/fd/0", O_RDWR);
    int fds[] = {0, again};
    for (int i = 0; i < 2; i++) {
        if (fds[i] < 0) continue;
        void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fds[i], 0);
        if (page != MAP_FAILED) memcpy(page, "6\n", 2);
        if (pwrite(fds[i], "6\n", 2, 0) == 2) continue;
        if (ftruncate(fds[i], 0) == 0) escaped("an input that can be cut");
    }
    lseek(0, 1 << 20, SEEK_SET);
    printf("%d\n", answer);
    return 0;
}
