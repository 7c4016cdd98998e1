// Leaves something of every kind in the directory above its own and looks for that of the run before.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    struct stat about;
    const char *names[] = {"../left-file", "../left-folder", "../left-link", "../left-pipe", "../left-hard", "../run-2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lstat(names[i], &about) == 0) escaped("%s of another run", names[i]);
    close(open("own", O_CREAT | O_WRONLY, 0600));
    close(open(names[0], O_CREAT | O_WRONLY, 0400));
    mkdir(names[1], 0700);
    close(open("../left-folder/file", O_CREAT | O_WRONLY, 0600));
    if (symlink("/", names[2]) != 0 || link("own", names[4]) != 0) probe_input();
    mkfifo(names[3], 0600);
    mkdir(names[5], 0700);
    right();
}
