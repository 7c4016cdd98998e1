// boats [--max-boats N] [--max-minute M] [--in-order] < input
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
    long most_boats = 2000, last_minute = 1000000000;
    bool in_order = false;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--in-order") == 0) {
            in_order = true;
        } else if (strcmp(argv[i], "--max-boats") == 0 && i + 1 < argc) {
            most_boats = atol(argv[++i]);
        } else if (strcmp(argv[i], "--max-minute") == 0 && i + 1 < argc) {
            last_minute = atol(argv[++i]);
        } else {
            reject("an argument that nobody knows");
        }
    }
    long n = number(1, most_boats, '\n'), before = 0;
    for (long i = 0; i < n; ++i) {
        long comes = number(0, last_minute, ' ');
        number(comes + 1, last_minute, '\n');
        if (in_order && comes < before) reject("the boats are not in the order in which they come");
        before = comes;
    }
    if (getchar() != EOF) reject("something follows the last line");
    return 42;
}
