// Makes random system calls, a sequence for the number that is its input. Each sequence is made by a child of its own, so
// that one which harms itself does not end the rest.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N_CHILDREN = 24, N_CALLS = 120, CHILD_MS = 12, LAST_CALL = 470 };

static uint64_t state;

static uint64_t any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1DULL >> 11;
}

static uint64_t below(uint64_t n) { return any() % n; }

static const char *const PATHS[] = {
    ".", "..", "/", "", "a", "b", "c/d", "../a", "../../a", "/tmp", "/tmp/a", "/dev/shm", "/dev/shm/a", "/dev/null",
    "/dev/zero", "/dev/full", "/dev/urandom", "/proc", "/proc/self", "/proc/self/mem", "/proc/self/fd/0", "/proc/self/fd/1",
    "/proc/self/exe", "/proc/self/cwd", "/proc/self/root", "/proc/self/oom_score_adj", "/proc/self/comm", "/proc/1",
    "/proc/1/fd/0", "/proc/1/cwd", "/proc/sys/kernel/core_pattern", "/sys/fs/cgroup/cgroup.procs", "/etc/passwd",
    "/etc/ld.so.cache", "/lib/x86_64-linux-gnu/libc.so.6", "/lib/ld-linux-aarch64.so.1", "/usr/lib", "/bin/sh", "user.mark",
};

/* What the kind of an argument may be, by its letter in the table below. */
static char *memory;
static long page;
static pid_t children[N_CHILDREN];

static uint64_t a_pointer(void) {
    switch (below(8)) {
        case 0: return 0;
        case 1: return (uint64_t)memory + 4 * page - below(64);
        case 2: return below(1 << 20);
        case 3: return (uint64_t)&PATHS;
        default: return (uint64_t)memory + below(2) * page + below(64) * 8;
    }
}

static uint64_t a_number(void) {
    static const uint64_t NUMBERS[] = {
        0, 1, 2, 3, 7, 8, 16, 64, 511, 4095, 4096, 65536, 1 << 20, 1 << 30, 0x7fffffff, 0xffffffff, 1ULL << 40, ~0ULL,
    };
    return below(4) ? NUMBERS[below(sizeof NUMBERS / sizeof *NUMBERS)] : 1ULL << below(64) | (below(2) ? 1ULL << below(24) : 0);
}

static uint64_t a_time(void) {
    struct timespec *when = (struct timespec *)(memory + 2 * page);
    *when = (struct timespec){0, (long)below(1000000)};
    return below(6) ? (uint64_t)when : 0;
}

static uint64_t a_vector(void) {
    struct iovec *vector = (struct iovec *)(memory + 2 * page + 256);
    for (int i = 0; i < 4; i++) vector[i] = (struct iovec){(void *)a_pointer(), below(2) ? below(5000) : a_number()};
    return (uint64_t)vector;
}

static uint64_t argument(char kind) {
    switch (kind) {
        case 'd': return below(8) ? below(14) : (uint64_t)-1;
        case 'D': return below(3) ? (uint64_t)AT_FDCWD : below(14);
        case 'p': return (uint64_t)PATHS[below(sizeof PATHS / sizeof *PATHS)];
        case 'b': return a_pointer();
        case 's': return below(3) ? below(5000) : a_number();
        case 'o': return below(4) | below(2) * O_CREAT | below(4) / 3 * O_TRUNC | below(4) / 3 * O_APPEND | below(5) / 4 * O_DIRECTORY |
                         below(5) / 4 * O_PATH | below(6) / 5 * O_TMPFILE | below(2) * O_NONBLOCK;
        case 'm': return below(01000);
        case 'f': return below(4) ? 1ULL << below(20) : a_number();
        case 'g': return below(65);
        case 'i': return below(8) ? (uint64_t)(below(2) ? getpid() : children[below(N_CHILDREN)]) : below(3);
        case 't': return a_time();
        case 'v': return a_vector();
        case '1': return 1 + below(4);
        case 'r': return below(17);
        default: return a_number();
    }
}

static const struct {
    long number;
    const char *kinds;
} CALLS[] = {
    {SYS_openat, "Dpom"}, {SYS_openat, "Dpom"}, {SYS_openat, "Dpom"}, {SYS_openat2, "Dpbs"}, {SYS_close, "d"}, {SYS_close_range, "ddf"},
    {SYS_dup, "d"}, {SYS_dup3, "ddo"}, {SYS_read, "dbs"}, {SYS_write, "dbs"}, {SYS_pread64, "dbsn"}, {SYS_pwrite64, "dbsn"},
    {SYS_readv, "dv1"}, {SYS_writev, "dv1"}, {SYS_preadv2, "dv1nnf"}, {SYS_pwritev2, "dv1nnf"}, {SYS_lseek, "dnr"},
    {SYS_ftruncate, "dn"}, {SYS_truncate, "pn"}, {SYS_fallocate, "dfnn"}, {SYS_fsync, "d"}, {SYS_fdatasync, "d"},
    {SYS_sync_file_range, "dnnf"}, {SYS_fadvise64, "dnnr"}, {SYS_readahead, "dns"}, {SYS_copy_file_range, "dbdbsf"},
    {SYS_sendfile, "ddbs"}, {SYS_splice, "dbdbsf"}, {SYS_tee, "ddsf"}, {SYS_vmsplice, "dv1f"}, {SYS_pipe2, "bo"},
    {SYS_fcntl, "drn"}, {SYS_fcntl, "dnn"}, {SYS_fcntl, "drb"}, {SYS_ioctl, "dnb"}, {SYS_ioctl, "dfb"}, {SYS_flock, "dr"},
    {SYS_mkdirat, "Dpm"}, {SYS_mknodat, "Dpnn"}, {SYS_unlinkat, "Dpf"}, {SYS_symlinkat, "pDp"}, {SYS_linkat, "DpDpf"},
    {SYS_renameat2, "DpDpr"}, {SYS_fchmodat, "Dpm"}, {SYS_fchmod, "dm"}, {SYS_fchownat, "Dpnnf"}, {SYS_utimensat, "Dptf"},
    {SYS_setxattr, "ppbsr"}, {SYS_fsetxattr, "dpbsr"}, {SYS_removexattr, "pp"}, {SYS_chdir, "p"}, {SYS_fchdir, "d"},
    {SYS_getdents64, "dbs"}, {SYS_statx, "Dpfnb"}, {SYS_faccessat, "Dpr"}, {SYS_readlinkat, "Dpbs"}, {SYS_umask, "m"},
    {SYS_mmap, "bsrfdn"}, {SYS_mmap, "0srfdn"}, {SYS_mprotect, "bsr"}, {SYS_mremap, "bssrb"}, {SYS_madvise, "bsr"},
    {SYS_mlock, "bs"}, {SYS_mlock2, "bsr"}, {SYS_mlockall, "r"}, {SYS_msync, "bsr"}, {SYS_munmap, "bs"}, {SYS_brk, "b"},
    {SYS_mbind, "bsrbsf"}, {SYS_set_mempolicy, "rbs"}, {SYS_pkey_alloc, "rr"}, {SYS_membarrier, "ff"},
    {SYS_prlimit64, "irb0"}, {SYS_prlimit64, "irbb"}, {SYS_setrlimit, "rb"}, {SYS_setpriority, "rin"}, {SYS_ioprio_set, "1in"},
    {SYS_sched_setaffinity, "isb"}, {SYS_sched_setscheduler, "irb"}, {SYS_sched_setattr, "ibr"}, {SYS_sched_yield, ""},
    {SYS_prctl, "nnnnn"}, {SYS_prctl, "snnnn"}, {SYS_personality, "f"}, {SYS_setsid, ""}, {SYS_setpgid, "ii"},
    {SYS_setuid, "n"}, {SYS_setresuid, "nnn"}, {SYS_setgroups, "rb"}, {SYS_capset, "bb"}, {SYS_kill, "ig"}, {SYS_tgkill, "iig"},
    {SYS_rt_sigqueueinfo, "igb"}, {SYS_rt_sigprocmask, "rbb8"}, {SYS_rt_sigaction, "gbb8"}, {SYS_sigaltstack, "bb"},
    {SYS_setitimer, "rbb"}, {SYS_timer_create, "rbb"}, {SYS_timer_settime, "rrbb"}, {SYS_timerfd_create, "rf"},
    {SYS_timerfd_settime, "drbb"}, {SYS_eventfd2, "sf"}, {SYS_signalfd4, "db8f"}, {SYS_epoll_create1, "f"},
    {SYS_epoll_ctl, "d1db"}, {SYS_epoll_pwait, "dbrr"}, {SYS_ppoll, "bst"}, {SYS_socketpair, "1r0b"}, {SYS_sendmsg, "dbf"},
    {SYS_recvmsg, "dbf"}, {SYS_sendto, "dbsfbs"}, {SYS_shutdown, "dr"}, {SYS_setsockopt, "drrbs"}, {SYS_pidfd_open, "if"},
    {SYS_pidfd_send_signal, "dgbr"}, {SYS_waitid, "rib1"}, {SYS_futex, "brrtbr"}, {SYS_set_robust_list, "bs"},
    {SYS_set_tid_address, "b"}, {SYS_nanosleep, "tb"}, {SYS_clock_nanosleep, "rrtb"}, {SYS_getrandom, "bsf"},
    {SYS_memfd_create, "pf"}, {SYS_shmget, "nsf"}, {SYS_msgget, "nf"}, {SYS_mq_open, "pomb"}, {SYS_inotify_init1, "f"},
    {SYS_landlock_create_ruleset, "bsr"}, {SYS_seccomp, "rrb"}, {SYS_execveat, "Dpbbf"}, {SYS_sethostname, "bs"},
    {SYS_mount, "ppp0b"}, {SYS_umount2, "pr"}, {SYS_unshare, "f"}, {SYS_setns, "df"}, {SYS_chroot, "p"}, {SYS_sync, ""},
};

/* Those that would only end the sequence, or signal everybody who is this user. */
static int is_left_out(long number) {
    return number == SYS_exit || number == SYS_exit_group || number == SYS_rt_sigreturn || number == SYS_kill ||
           number == SYS_tkill || number == SYS_rt_sigsuspend || number == SYS_clone;
}

static void sequence(void) {
    for (int i = 0; i < N_CALLS; i++) {
        uint64_t with[6] = {0};
        long number;
        if (below(5)) {
            unsigned which = below(sizeof CALLS / sizeof *CALLS);
            number = CALLS[which].number;
            for (unsigned j = 0; CALLS[which].kinds[j]; j++) {
                char kind = CALLS[which].kinds[j];
                with[j] = kind == '0' || kind == '8' ? (uint64_t)(kind - '0') : argument(kind);
            }
        } else {
            number = (long)below(LAST_CALL);
            if (is_left_out(number)) continue;
            for (unsigned j = 0; j < 6; j++) with[j] = argument("dDpbsofmginr"[below(12)]);
        }
        if (below(40) == 0 && fork() == 0) i = N_CALLS / 2;
        for (unsigned j = 0; j < 8; j++) memory[below(page)] = (char)any();
        syscall(number, with[0], with[1], with[2], with[3], with[4], with[5]);
    }
}

int main(void) {
    unsigned seed = 0;
    if (scanf("%u", &seed) != 1) return 1;
    page = sysconf(_SC_PAGESIZE);
    for (int i = 0; i < N_CHILDREN; i++) {
        state = (seed * 1000003ULL + (uint64_t)i + 1) * 0x9E3779B97F4A7C15ULL;
        memory = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return 1;
        children[i] = fork();
        if (children[i] == 0) {
            setpgid(0, 0);
            sequence();
            _exit(0);
        }
        for (int ms = 0; ms < CHILD_MS && waitpid(children[i], NULL, WNOHANG) == 0; ms++) {
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
        if (children[i] > 0) kill(children[i], SIGKILL);
    }
    puts("done");
}
