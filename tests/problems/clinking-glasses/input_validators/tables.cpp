// tables [--max-guests G] < input
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void reject(const char* why) {
    fprintf(stderr, "%s\n", why);
    exit(43);
}

// A whole number without leading zeros, from lo to hi, followed by `end`.
static long number(long lo, long hi, int end) {
    int c = getchar();
    if (c < '0' || c > '9') reject("a digit expected");
    long value = c - '0';
    bool zero = c == '0';
    for (c = getchar(); c >= '0' && c <= '9'; c = getchar()) {
        if (zero) reject("a leading zero");
        value = value * 10 + (c - '0');
        if (value > hi) reject("a number is too large");
    }
    if (value < lo) reject("a number is too small");
    if (c != end) reject(end == '\n' ? "end of line expected" : "a blank expected");
    return value;
}

int main(int argc, char* argv[]) {
    long maxGuests = 1000000000;
    for (int i = 1; i + 1 < argc; ++i)
        if (strcmp(argv[i], "--max-guests") == 0) maxGuests = atol(argv[i + 1]);
    long m = number(1, 1000, ' ');
    number(1, 1000000, '\n');
    long guests = 0;
    for (long i = 1; i <= m; ++i) guests += number(0, 1000000, i < m ? ' ' : '\n');
    if (guests > maxGuests) reject("too many guests");
    if (getchar() != EOF) reject("something follows the last line");
    return 42;
}
