// Four threads that spin: each stays below the limit for long, all together do not.
// Expected: TLE.
#include "probe.h"
#include <pthread.h>

static void *spins(void *nothing) {
    (void)nothing;
    burn();
}

int main(void) {
    pthread_t thread;
    probe_input();
    for (int i = 0; i < 3; i++) pthread_create(&thread, NULL, spins, NULL);
    burn();
}
