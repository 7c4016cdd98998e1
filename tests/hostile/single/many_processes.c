// A thousand processes that do nothing but stay: more than any solution needs.
// Expected: AC, with fork refused long before.
#include "probe.h"

int main(void) {
    int n_made = 0;
    probe_input();
    for (; n_made < 1000; n_made++) {
        pid_t child = fork();
        if (child < 0) break;
        if (child == 0) {
            pause();
            _exit(0);
        }
    }
    if (n_made == 1000) escaped("a thousand processes");
    right();
}
