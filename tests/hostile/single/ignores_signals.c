// Ignores and blocks every signal there is, and spins.
// Expected: TLE.
#include "probe.h"

int main(void) {
    sigset_t all;
    sigfillset(&all);
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    sigprocmask(SIG_SETMASK, &all, NULL);
    burn();
}
