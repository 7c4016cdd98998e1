// Leaves shared memory, queues and semaphores of both kinds and looks for those of the run before.
// Expected: AC each time.
#include "probe.h"
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
    const int key = 0x70757265;
    if (shmget(key, 0, 0) >= 0 || msgget(key, 0) >= 0 || semget(key, 0, 0) >= 0) escaped("System V objects of another run");
    int fd = shm_open("/touchstone-hostile", O_RDWR, 0);
    mqd_t queue = mq_open("/touchstone-hostile", O_RDWR);
    if (fd >= 0 || queue >= 0) escaped("POSIX objects of another run");
    shmget(key, 4096, IPC_CREAT | 0666);
    msgget(key, IPC_CREAT | 0666);
    semget(key, 1, IPC_CREAT | 0666);
    shm_open("/touchstone-hostile", O_CREAT | O_RDWR, 0666);
    mq_open("/touchstone-hostile", O_CREAT | O_RDWR, 0666, NULL);
    right();
}
