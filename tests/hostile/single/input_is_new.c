// Looks at how its input was opened: what others have done with theirs must not show.
// Expected: AC with the input at its start, open for reading and nothing else.
#include "probe.h"

int main(void) {
    int flags = fcntl(0, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) != O_RDONLY) escaped("an input that can be written");
    if (flags & (O_NONBLOCK | O_APPEND | O_ASYNC | O_DIRECT)) escaped("flags %o", flags);
    if (lseek(0, 0, SEEK_CUR) != 0) escaped("an input that is read already");
    if (fcntl(0, F_GETFD) & FD_CLOEXEC) escaped("a flag of the descriptor");
    if (fcntl(0, F_GETOWN) != 0 || fcntl(0, F_GETLEASE) == F_RDLCK) escaped("somebody is told of its use");
    right();
}
