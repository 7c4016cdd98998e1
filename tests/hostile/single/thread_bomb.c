// Thread bomb: two thousand threads that sleep. The limit on processes may stop it.
// Expected: AC, or any verdict of a program that ran into a limit.
#include "probe.h"
#include <pthread.h>

static void *rests(void *nothing) {
    sleep(100);
    return nothing;
}

int main(void) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < 2000; i++)
        if (pthread_create(&thread, &small, rests, NULL) != 0) break;
    right();
}
