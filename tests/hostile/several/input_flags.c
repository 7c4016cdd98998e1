// Changes how its input is open: flags, owner, place in the file. Looks for what the run before has changed.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    int flags = fcntl(0, F_GETFL);
    if (flags & (O_NONBLOCK | O_APPEND | O_ASYNC)) escaped("flags of another run: %o", flags);
    if ((flags & O_ACCMODE) != O_RDONLY) escaped("an input that can be written");
    if (lseek(0, 0, SEEK_CUR) != 0) escaped("what another run has read");
    probe_input();
    fcntl(0, F_SETFL, flags | O_NONBLOCK | O_APPEND | O_ASYNC);
    fcntl(0, F_SETFL, flags | O_NONBLOCK | O_APPEND);
    lseek(0, 1 << 20, SEEK_SET);
    right();
}
