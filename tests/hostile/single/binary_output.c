// Every byte there is, and control sequences of terminals.
// Expected: WA.
#include "probe.h"

int main(void) {
    for (int i = 0; i < 1024; i++) putchar(i % 256);
    fputs("\x1b]0;title\a\x1b[2J\x1b[31m", stdout);
    fputs("\x1b]0;title\a\x1b[2J\x1b[31m", stderr);
}
