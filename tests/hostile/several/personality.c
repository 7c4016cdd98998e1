// Takes on an odd way to be run, without random addresses, and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"
#include <sys/personality.h>

int main(void) {
    int now = personality(0xffffffff);
    if (now >= 0 && now & WHOLE_SECONDS) escaped("the personality of another run");
    probe_input();
    personality((unsigned long)now | WHOLE_SECONDS | ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC);
    right();
}
