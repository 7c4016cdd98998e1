// Who is called as programs that use testlib are is believed by the first words on standard error, on some platforms: what
// the program writes there is held back until these are known.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int own_words = -1, caught_words = -1;

static void catch_words(void) {
    caught_words = open("caught_words.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (caught_words < 0) return;
    unlink("caught_words.txt");
    own_words = dup(2);
    if (own_words >= 0) dup2(caught_words, 2);
}

// The verdict, and behind it what lies in a file, or what was held back.
static void tell_words(const char *verdict, const char *name) {
    char bytes[4096];
    ssize_t n = 0;
    const int to = own_words >= 0 ? own_words : 2, from = name == NULL ? -1 : open(name, O_RDONLY);
    if (write(to, verdict, strlen(verdict)) < 0) return;
    if (from >= 0) n = read(from, bytes, sizeof bytes);
    if (n <= 0 && own_words >= 0 && lseek(caught_words, 0, SEEK_SET) == 0) n = read(caught_words, bytes, sizeof bytes);
    if (n > 0 && write(to, bytes, (size_t)n) < 0) return;
}

