// Runs many cases in one process: linked with a program so that its main is called for each of them, in a copy of the process
// made by fork. So nothing of one case is seen by the next, and neither the executable nor what it links is loaded again.
//
// Standard input holds, in the byte order of the machine: so many cases (u32), the CPU time of each (u64, microseconds), its
// time by the clock (u64, microseconds) and the most that it may write (u64, bytes). Then for each: its arguments (u32), each as
// its length (u32) and its bytes with a zero behind them; its files (u32), each as a name like an argument, the length (u64) and
// the contents; the length of its standard input (u64), and that. Standard output gets for each: how it ended, as wait gives
// it (u64), the processor's time that it took (u64, microseconds), a digest of its words on standard error with all numbers
// taken for the same (u64, 0 for none), so many places that it came to (u64), the length of its output (u64); the places
// (u32 each), and the output.
//
// With TOUCHSTONE_PLACES the program is compiled so that it tells where it comes: a place is a part of it without branches,
// with about how often it was there. Without it there are none.
//
// Only what C and C++ have in common is used: it is compiled as what the program is.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

int __real_main(int, char **, char **);
int __wrap_main(int, char **, char **) __attribute__((externally_visible));

// What something goes wrong with in the harness itself.
enum { TOUCHSTONE_BROKEN = 113 };

static const char *touchstone_at, *touchstone_end;

static void touchstone_give_up(void) { _exit(TOUCHSTONE_BROKEN); }

static const char *touchstone_take(uint64_t n) {
    const char *taken = touchstone_at;
    if (n > (uint64_t)(touchstone_end - touchstone_at)) touchstone_give_up();
    touchstone_at += n;
    return taken;
}

static uint32_t touchstone_u32(void) {
    uint32_t value;
    memcpy(&value, touchstone_take(sizeof value), sizeof value);
    return value;
}

static uint64_t touchstone_u64(void) {
    uint64_t value;
    memcpy(&value, touchstone_take(sizeof value), sizeof value);
    return value;
}

static const char *touchstone_text(void) {
    uint32_t n = touchstone_u32();
    return touchstone_take((uint64_t)n + 1);
}

static void touchstone_write(int file, const char *bytes, uint64_t n) {
    while (n > 0) {
        ssize_t written = write(file, bytes, n);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) touchstone_give_up();
        bytes += written;
        n -= (uint64_t)written;
    }
}

// Directories of a name that lead to it are made.
static void touchstone_lay(const char *name, const char *bytes, uint64_t n) {
    char *path = (char *)alloca(strlen(name) + 1);
    int file;
    strcpy(path, name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) touchstone_give_up();
    touchstone_write(file, bytes, n);
    close(file);
}

static int touchstone_open(const char *name) {
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) touchstone_give_up();
    return file;
}

static void touchstone_empty(int file) {
    if (ftruncate(file, 0) < 0 || lseek(file, 0, SEEK_SET) < 0) touchstone_give_up();
}

#ifdef __cplusplus
typedef __itimer_which_t touchstone_timer;
#else
typedef int touchstone_timer;
#endif

static void touchstone_alarm(touchstone_timer which, uint64_t us) {
    struct itimerval after;
    memset(&after, 0, sizeof after);
    after.it_value.tv_sec = (time_t)(us / 1000000);
    after.it_value.tv_usec = (suseconds_t)(us % 1000000);
    setitimer(which, &after, 0);
}

static void touchstone_pass_on(int from, uint64_t n) {
    static char piece[1 << 16];
    uint64_t done = 0;
    while (done < n) {
        uint64_t left = n - done;
        ssize_t got = pread(from, piece, left < sizeof piece ? left : sizeof piece, (off_t)done);
        if (got <= 0) touchstone_give_up();
        touchstone_write(1, piece, (uint64_t)got);
        done += (uint64_t)got;
    }
}

// What a case is given, and where what it does goes.
static int touchstone_in, touchstone_out, touchstone_err;
static uint64_t touchstone_cpu_us, touchstone_wall_us;
static struct rlimit touchstone_most;

static void touchstone_begin(int argc, char **argv, char **envp) {
    setpgid(0, 0);
    if (dup2(touchstone_in, 0) < 0 || dup2(touchstone_out, 1) < 0 || dup2(touchstone_err, 2) < 0) touchstone_give_up();
    setrlimit(RLIMIT_FSIZE, &touchstone_most);
    touchstone_alarm(ITIMER_PROF, touchstone_cpu_us);
    touchstone_alarm(ITIMER_REAL, touchstone_wall_us);
    exit(__real_main(argc, argv, envp));
}

// With all digits taken for the same, and runs of them for one.
static uint64_t touchstone_words(int file) {
    char piece[4096];
    ssize_t n = pread(file, piece, sizeof piece, 0), at;
    uint64_t digest = 14695981039346656037u;
    for (at = 0; at < n; at++) {
        int is_digit = piece[at] >= '0' && piece[at] <= '9';
        if (is_digit && at > 0 && piece[at - 1] == '0') continue;
        if (is_digit) piece[at] = '0';
        digest = (digest ^ (unsigned char)piece[at]) * 1099511628211u;
    }
    return n > 0 ? digest : 0;
}

#ifdef TOUCHSTONE_PLACES
// Else what counts would be counted.
#if !defined __has_attribute || !__has_attribute(no_sanitize_coverage)
#error "this compiler cannot leave a function out"
#endif

enum { TOUCHSTONE_MAP = 1 << 16 };

// How often each place was come to; the copies share it. Before there is one, nobody counts.
static unsigned char *touchstone_map;

#ifdef __cplusplus
#define TOUCHSTONE_USED __attribute__((used, externally_visible))
#else
#define TOUCHSTONE_USED __attribute__((used))
#endif

__attribute__((no_sanitize_coverage)) TOUCHSTONE_USED void __sanitizer_cov_trace_pc(void);
__attribute__((no_sanitize_coverage)) TOUCHSTONE_USED void __sanitizer_cov_trace_pc(void) {
    uintptr_t place = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__wrap_main;
    unsigned char *count;
    if (!touchstone_map) return;
    count = touchstone_map + ((place ^ place >> 16) & (TOUCHSTONE_MAP - 1));
    if (*count < 255) ++*count;
}

// A place, and how often: once, twice, up to four, eight, sixteen times, and so on.
static uint64_t touchstone_places(uint32_t *places) {
    uint64_t n = 0;
    uint32_t at;
    for (at = 0; at < TOUCHSTONE_MAP; at++) {
        uint32_t often = 0;
        if (!touchstone_map[at]) continue;
        while (often < 7 && touchstone_map[at] >> (often + 1)) often++;
        places[n++] = at << 3 | often;
    }
    return n;
}
#endif

static void touchstone_case(int argc, char **argv, char **envp) {
    uint32_t n_args = touchstone_u32(), n_files, at;
    char **args = (char **)alloca(((size_t)argc + n_args + 1) * sizeof *args);
    uint64_t n_input, head[5];
    const char *input;
    struct stat output;
    struct rusage used;
    int status = 0;
    pid_t child, ended;
#ifdef TOUCHSTONE_PLACES
    static uint32_t places[TOUCHSTONE_MAP];
#endif
    memcpy(args, argv, (size_t)argc * sizeof *args);
    for (at = 0; at < n_args; at++) args[(uint32_t)argc + at] = (char *)touchstone_text();
    args[(uint32_t)argc + n_args] = 0;
    n_files = touchstone_u32();
    for (at = 0; at < n_files; at++) {
        const char *name = touchstone_text();
        uint64_t n = touchstone_u64();
        touchstone_lay(name, touchstone_take(n), n);
    }
    n_input = touchstone_u64();
    input = touchstone_take(n_input);
    touchstone_empty(touchstone_in);
    touchstone_write(touchstone_in, input, n_input);
    if (lseek(touchstone_in, 0, SEEK_SET) < 0) touchstone_give_up();
    touchstone_empty(touchstone_out);
    touchstone_empty(touchstone_err);
#ifdef TOUCHSTONE_PLACES
    memset(touchstone_map, 0, TOUCHSTONE_MAP);
#endif
    child = fork();
    if (child < 0) touchstone_give_up();
    if (child == 0) touchstone_begin(argc + (int)n_args, args, envp);
    memset(&used, 0, sizeof used);
    do ended = wait4(child, &status, 0, &used);
    while (ended < 0 && errno == EINTR);
    if (ended < 0) touchstone_give_up();
    // What it may have left running.
    kill(-child, SIGKILL);
    if (fstat(touchstone_out, &output) < 0) touchstone_give_up();
    head[0] = (uint32_t)status;
    head[1] = (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000u +
              (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    head[2] = touchstone_words(touchstone_err);
    head[3] = 0;
    head[4] = (uint64_t)output.st_size;
#ifdef TOUCHSTONE_PLACES
    head[3] = touchstone_places(places);
#endif
    touchstone_write(1, (const char *)head, sizeof head);
#ifdef TOUCHSTONE_PLACES
    touchstone_write(1, (const char *)places, head[3] * sizeof *places);
#endif
    touchstone_pass_on(touchstone_out, head[4]);
}

int __wrap_main(int argc, char **argv, char **envp) {
    struct stat facts;
    uint32_t n_cases;
    char *all;
    if (fstat(0, &facts) < 0) touchstone_give_up();
    all = (char *)mmap(0, (size_t)facts.st_size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0, 0);
    if (all == (char *)MAP_FAILED) touchstone_give_up();
    touchstone_at = all;
    touchstone_end = all + facts.st_size;
    n_cases = touchstone_u32();
    touchstone_cpu_us = touchstone_u64();
    touchstone_wall_us = touchstone_u64();
    touchstone_most.rlim_cur = touchstone_most.rlim_max = touchstone_u64();
    touchstone_in = touchstone_open(".case-in");
    touchstone_out = touchstone_open(".case-out");
    touchstone_err = touchstone_open(".case-err");
#ifdef TOUCHSTONE_PLACES
    touchstone_map = (unsigned char *)mmap(0, TOUCHSTONE_MAP, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if ((char *)touchstone_map == (char *)MAP_FAILED) touchstone_give_up();
#endif
    while (n_cases-- > 0) touchstone_case(argc, argv, envp);
    _exit(0);
}

#ifdef __cplusplus
}
#endif
