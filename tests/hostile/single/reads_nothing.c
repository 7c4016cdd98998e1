// Never reads its large input.
// Expected: AC.
#include "probe.h"

int main(void) {
    puts("5");
}
