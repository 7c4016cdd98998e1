// What the programs of the corpus share: what the input tells them, and how they tell how an attack went.
//
// The input's first line is the answer; each line after it is a key and a place. An attack that was stopped ends with
// `right()`, one that succeeded with `escaped()`, so that the verdict says it all.
#ifndef PROBE_H
#define PROBE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char probe_text[8192];

/* The head of the input; what comes after it is padding. */
static inline const char *probe_input(void) {
    size_t have = strlen(probe_text);
    while (have == 0 || !strstr(probe_text, "\nend\n")) {
        ssize_t got = have + 1 < sizeof probe_text ? read(0, probe_text + have, sizeof probe_text - 1 - have) : 0;
        if (got <= 0) break;
        have += (size_t)got;
    }
    return probe_text;
}

/* What the input says behind a key; empty if nothing. */
static inline const char *place(const char *key) {
    static char values[8][1024];
    static unsigned next;
    char line[64];
    char *value = values[next++ % 8];
    snprintf(line, sizeof line, "\n%s ", key);
    const char *found = strstr(probe_input(), line);
    value[0] = 0;
    if (found) {
        found += strlen(line);
        snprintf(value, 1024, "%.*s", (int)strcspn(found, "\n"), found);
    }
    return value;
}

/* A path below one of these places. */
static inline const char *below(const char *key, const char *rest) {
    static char paths[8][1300];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, 1300, "%s/%s", place(key), rest);
    return path;
}

__attribute__((noreturn)) static inline void right(void) {
    printf("%d\n", atoi(probe_input()));
    fflush(stdout);
    _exit(0);
}

__attribute__((noreturn, format(printf, 1, 2))) static inline void escaped(const char *what, ...) {
    va_list rest;
    va_start(rest, what);
    printf("ESCAPED: ");
    vprintf(what, rest);
    printf("\n");
    va_end(rest);
    fflush(stdout);
    _exit(0);
}

/* Milliseconds of wall-clock time since some moment. */
static inline int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline void pause_ms(int ms) {
    int64_t end = now_ms() + ms;
    while (now_ms() < end) {
        struct timespec rest = {0, 5000000};
        nanosleep(&rest, NULL);
    }
}

/* Burns CPU time of this process. */
static inline void burn_ms(int ms) {
    struct timespec now;
    do {
        for (volatile int i = 0; i < 20000; i++) {
        }
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < ms);
}

__attribute__((noreturn)) static inline void burn(void) {
    for (;;) burn_ms(1 << 30);
}

static inline int can_read(const char *path) {
    char byte;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int could = fd >= 0 && read(fd, &byte, 1) == 1;
    if (fd >= 0) close(fd);
    return could;
}

/* Whether the first process of a namespace has started this one, and none of the machine's is to be seen: what kills
   everyone may run only there. */
static inline int in_process_namespace(void) { return getppid() == 1 && access("/proc/self/status", F_OK) != 0; }

#endif
