// Planks: whether an input is as the statement says, and as its group, which its name tells, asks for.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void wrong(const char* what) {
    printf("WRONG %s\n", what);
    exit(1);
}

static long long number(long long low, long long high, char end) {
    long long value = 0;
    int digits = 0, one;
    while (isdigit(one = getchar())) {
        if (digits > 0 && value == 0) wrong("a zero before a number");
        value = value * 10 + (one - '0');
        if (++digits > 10) wrong("a number that is too long");
    }
    if (digits == 0 || one != end) wrong("something else than a number");
    if (value < low || value > high) wrong("a number out of its bounds");
    return value;
}

int main(int argc, char** argv) {
    if (argc < 2 || strncmp(argv[1], "pla", 3) != 0) wrong("no name of a test");
    const bool is_ocen = strstr(argv[1], "ocen") != nullptr;
    const int group = is_ocen ? 0 : atoi(argv[1] + 3);
    const int most = group == 1 ? 10 : group == 2 ? 1000 : 100000;
    const int n = (int)number(1, most, ' ');
    number(1, 1000000, '\n');
    long long before = 0;
    for (int i = 0; i < n; i++) before = number(before + 1, 1000000000, i + 1 < n ? ' ' : '\n');
    if (getchar() != EOF) wrong("something behind the end");
    printf("OK n = %d\n", n);
}
