// Puts another directory in the place of its own, with a file in it, and looks for the file of the run before.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    if (access("replaced", F_OK) == 0) escaped("the directory that another run has made");
    probe_input();
    mkdir("../other", 0700);
    rename("../other", "../run");
    close(open("../run/replaced", O_CREAT | O_WRONLY, 0600));
    mkdir("../third", 0700);
    close(open("../third/replaced", O_CREAT | O_WRONLY, 0600));
    syscall(SYS_renameat2, AT_FDCWD, "../third", AT_FDCWD, "../run", 2);
    right();
}
