// Looks for the marks that another program leaves at the same time: see `leaves_marks.c`.
// Expected: AC each time, with none found.
#include "probe.h"
#include <mqueue.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/utsname.h>
#include <sys/xattr.h>

static volatile sig_atomic_t n_signals;

static void counts(int number) { n_signals += number == SIGUSR1; }

int main(void) {
    const char *roots[] = {".", "..", "/tmp", "/var/tmp", "/dev/shm", "/dev", "/run/lock"};
    const int key = 0x70757265;
    struct stat about;
    struct utsname names;
    char path[64], value[16];
    signal(SIGUSR1, counts);
    int flags = fcntl(0, F_GETFL);
    if (flags & (O_NONBLOCK | O_APPEND)) escaped("flags of its input");
    for (int look = 0; look < 10; look++) {
        for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
            snprintf(path, sizeof path, "%s/touchstone-hostile-marks", roots[i]);
            if (lstat(path, &about) == 0) escaped("a file in %s", roots[i]);
            if (getxattr(roots[i], "user.touchstone-hostile", value, sizeof value) >= 0) escaped("an attribute of %s", roots[i]);
            if (stat(roots[i], &about) == 0 && about.st_mtime == 777777) escaped("the time of %s", roots[i]);
        }
        if (fgetxattr(0, "user.touchstone-hostile", value, sizeof value) >= 0) escaped("an attribute of its input");
        if (fstat(0, &about) != 0 || about.st_mtime == 777777) escaped("the time of its input");
        if (flock(0, LOCK_EX | LOCK_NB) != 0) escaped("a lock on its input");
        if (shmget(key, 0, 0) >= 0 || msgget(key, 0) >= 0 || semget(key, 0, 0) >= 0) escaped("System V objects");
        if (mq_open("/touchstone-hostile-marks", O_RDWR) >= 0) escaped("a queue");
        for (int ring = -5; ring < 0; ring++)
            if (syscall(SYS_keyctl, 10, ring, "user", "touchstone-hostile-marks", 0) >= 0) escaped("a key");
        if (uname(&names) == 0 && strstr(names.nodename, "hostile")) escaped("a name of the machine");
        if (getpriority(PRIO_PROCESS, 0) == 17 || sched_getscheduler(0) == SCHED_BATCH) escaped("how it is scheduled");
        if (syscall(SYS_ioprio_get, 1, 0) == (2 << 13 | 6)) escaped("the queue for the disk");
        if (n_signals > 0) escaped("signals");
        pause_ms(10);
    }
    if (umask(022) == 0751) escaped("a mask of modes");
    right();
}
