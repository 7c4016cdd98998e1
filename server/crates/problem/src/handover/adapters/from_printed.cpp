// What follows prints what it thinks of an output: for CMS the share of the points, for SIO2 `OK` or `WRONG`, a comment and
// the share in percent. This part has it called and answer in another way. It needs glibc.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __cplusplus
#include <iostream>
#endif

static int printed[2], own_stdout;

static void leave_printed(int status, void *unused) {
    static char text[4096];
    char *line[3] = {text, NULL, NULL}, answer[64];
    int is_yes = 0, is_no = 0, at;
    double share = 0;
    (void)unused;
#ifdef __cplusplus
    std::cout.flush();
#endif
    fflush(NULL);
    if (read(printed[0], text, sizeof text - 1) < 0) text[0] = '\0';
    for (at = 0; at < 3 && line[at] != NULL; at++) {
        char *end = strchr(line[at], '\n');
        if (end != NULL) {
            *end = '\0';
            if (at < 2) line[at + 1] = end + 1;
        }
        line[at] += strspn(line[at], " \t\r");
        for (end = line[at] + strlen(line[at]); end > line[at] && strchr(" \t\r", end[-1]) != NULL;) *--end = '\0';
    }
#if IS_SIO2
    is_yes = status >= 0 && status <= 2 && strcmp(line[0], "OK") == 0;
    is_no = status >= 0 && status <= 2 && !is_yes;
    share = is_yes;
    if (is_yes && line[2] != NULL && *line[2] != '\0') {
        char *end;
        share = strtod(line[2], &end) / 100;
        if (*end == '/') share /= strtod(end + 1, &end);
        if (*end != '\0' || !(share >= 0 && share <= 1)) is_yes = 0;
    }
    if (line[1] != NULL && *line[1] != '\0') fprintf(stderr, "%s\n", line[1]);
    fflush(stderr);
#else
    if (status == 0 && *line[0] != '\0') {
        char *end;
        share = strtod(line[0], &end);
        is_yes = *end == '\0' && share >= 1;
        is_no = *end == '\0' && share < 1;
    } else {
        is_yes = status == 0;
        is_no = status == 1 || status == 2 || status == 4 || status == 8;
    }
#endif
#if WANTS_CMS
    if (!is_yes && !is_no) _exit(3);
    at = snprintf(answer, sizeof answer, "%g\n", share);
    _exit(write(own_stdout, answer, at) == at ? 0 : 3);
#else
    (void)answer;
#if !WANTS_KATTIS
    tell_words(is_yes ? "ok " : is_no ? "wrong answer " : "FAIL ", NULL);
#endif
    _exit(is_yes ? YES : is_no ? NO : FAILED);
#endif
}

// Before main sees them: `INPUT OUTPUT ANSWER`, `INPUT ANSWER FEEDBACK_DIR < OUTPUT` or `INPUT ANSWER OUTPUT`.
__attribute__((constructor(101))) static void adapt_printed(int argc, char **argv) {
    char *answer, *output;
    if (argc < 4) return;
#if WANTS_KATTIS
    static char copied[4096], words[4096], bytes[1 << 16];
    FILE *file;
    size_t n;
    snprintf(copied, sizeof copied, "%s/output.txt", argv[3]);
    snprintf(words, sizeof words, "%s/judgemessage.txt", argv[3]);
    file = fopen(copied, "wb");
    if (file == NULL) _exit(FAILED);
    while ((n = fread(bytes, 1, sizeof bytes, stdin)) > 0)
        if (fwrite(bytes, 1, n, file) != n) _exit(FAILED);
    if (fclose(file) != 0 || freopen(words, "w", stderr) == NULL) _exit(FAILED);
    answer = argv[2];
    output = copied;
#elif WANTS_CMS
    answer = argv[2];
    output = argv[3];
#else
    output = argv[2];
    answer = argv[3];
#endif
    argv[2] = IS_SIO2 ? output : answer;
    argv[3] = IS_SIO2 ? answer : output;
#if !WANTS_KATTIS && !WANTS_CMS
    catch_words();
#endif
    own_stdout = dup(1);
    if (own_stdout < 0 || pipe(printed) < 0 || dup2(printed[1], 1) < 0) _exit(3);
    // What is more than a pipe holds is lost, rather than waited for.
    if (fcntl(printed[0], F_SETFL, O_NONBLOCK) < 0 || fcntl(printed[1], F_SETFL, O_NONBLOCK) < 0) _exit(3);
    on_exit(leave_printed, NULL);
}

