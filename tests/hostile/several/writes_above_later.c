// A child that stays and goes on writing into the directory above, by a path and by a descriptor, until the next run comes.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    if (access("../visited", F_OK) == 0 || access("../visited-too", F_OK) == 0) escaped("a process of another run was here");
    probe_input();
    int above = open("..", O_RDONLY | O_DIRECTORY);
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        for (;;) {
            close(open("../visited", O_CREAT | O_WRONLY, 0666));
            close(openat(above, "visited-too", O_CREAT | O_WRONLY, 0666));
            pause_ms(5);
        }
    }
    pause_ms(20);
    unlink("../visited");
    unlink("../visited-too");
    right();
}
