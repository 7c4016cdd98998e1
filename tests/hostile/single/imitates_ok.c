// A wrong output, with the words of a checker that is content.
// Expected: WA.
#include "probe.h"

int main(void) {
    fputs("ok 1 number(s): \"5\"\n", stderr);
    puts("ok\n6");
}
