// Puts a symbolic link in the place of its own directory, which leads to where the next run's files must not be.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    if (access("elsewhere", F_OK) == 0) escaped("the directory that another run has chosen");
    probe_input();
    mkdir("../target", 0700);
    close(open("../target/elsewhere", O_CREAT | O_WRONLY, 0600));
    if (rename("../run", "../moved") != 0 && rmdir("../run") != 0) right();
    if (symlink("target", "../run") != 0) right();
    right();
}
