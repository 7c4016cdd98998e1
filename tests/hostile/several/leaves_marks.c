// Leaves marks in every way there is, for a program that looks for them: see `finds_marks.c`.
// Expected: AC each time.
#include "probe.h"
#include <mqueue.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/xattr.h>

int main(void) {
    const char *roots[] = {".", "..", "/tmp", "/var/tmp", "/dev/shm", "/dev", "/run/lock"};
    const int key = 0x70757265;
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0touchstone-hostile-marks"};
    struct sched_param none = {0};
    struct timespec long_ago[2] = {{777777, 0}, {777777, 0}};
    char path[64];
    int fds[2], answer = atoi(probe_input());
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        snprintf(path, sizeof path, "%s/touchstone-hostile-marks", roots[i]);
        close(open(path, O_CREAT | O_WRONLY, 0666));
        setxattr(roots[i], "user.touchstone-hostile", "x", 1, 0);
        utimensat(AT_FDCWD, roots[i], long_ago, 0);
    }
    fsetxattr(0, "user.touchstone-hostile", "x", 1, 0);
    futimens(0, long_ago);
    fchmod(0, 0444);
    flock(0, LOCK_EX | LOCK_NB);
    fcntl(0, F_SETFL, O_NONBLOCK | O_APPEND);
    shmget(key, 4096, IPC_CREAT | 0666);
    msgget(key, IPC_CREAT | 0666);
    semget(key, 1, IPC_CREAT | 0666);
    mq_open("/touchstone-hostile-marks", O_CREAT | O_RDWR, 0666, NULL);
    for (int ring = -5; ring < 0; ring++) syscall(SYS_add_key, "user", "touchstone-hostile-marks", "x", 1, ring);
    int host = socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0 ? fds[0] : -1;
    if (bind(host, (struct sockaddr *)&name, sizeof name) == 0) listen(host, 4);
    sethostname("hostile", 7);
    setpriority(PRIO_PROCESS, 0, 17);
    syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 6);
    sched_setscheduler(0, SCHED_BATCH, &none);
    umask(0751);
    signal(SIGUSR1, SIG_IGN);
    if (fork() == 0) {
        /* This one stays, and says so to whoever is there. */
        setsid();
        prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
        for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
        for (;;) {
            if (in_process_namespace()) kill(-1, SIGUSR1);
            pause_ms(5);
        }
    }
    printf("%d\n", answer);
    return 0;
}
