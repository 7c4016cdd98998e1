// Its first thread ends, and another one spins: to some the process looks dead.
// Expected: TLE, and no process is left.
#include "probe.h"
#include <pthread.h>

static void *works(void *nothing) {
    (void)nothing;
    burn();
}

int main(void) {
    pthread_t thread;
    probe_input();
    if (pthread_create(&thread, NULL, works, NULL) != 0) return 1;
    syscall(SYS_exit, 0);
}
