// Six children touch 80 MB each of one shared area: 480 MB in all, 80 MB in each.
// Expected: MLE, since the whole tree counts.
#include "probe.h"

int main(void) {
    char *area = mmap(NULL, 480 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    probe_input();
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            memset(area + ((size_t)i * 80 << 20), 1, 80 << 20);
            pause_ms(200);
            _exit(0);
        }
    while (wait(NULL) > 0) {
    }
    right();
}
