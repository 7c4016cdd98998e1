// Locks a file in every way and looks whether anybody would notice: locks on what runs share would be signals to others.
// Expected: AC with every lock granted and none held.
#include "probe.h"
#include <sys/file.h>

int main(void) {
    int one = open("file", O_CREAT | O_RDWR, 0600), other = open("file", O_RDWR);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (flock(one, LOCK_EX | LOCK_NB) != 0 || flock(other, LOCK_EX | LOCK_NB) != 0) escaped("flock");
    if (fcntl(one, F_OFD_SETLK, &whole) != 0 || fcntl(other, F_OFD_SETLK, &whole) != 0) escaped("F_OFD_SETLK");
    if (fcntl(one, F_SETLK, &whole) != 0) escaped("F_SETLK");
    pid_t child = fork();
    if (child == 0) {
        if (fcntl(other, F_SETLK, &whole) != 0) _exit(1);
        alarm(5);
        _exit(fcntl(other, F_SETLKW, &whole) != 0 || lockf(other, F_LOCK, 0) != 0);
    }
    int status = 1;
    if (child > 0) waitpid(child, &status, 0);
    if (status != 0) escaped("a lock that a child notices");
    /* The input can be read only, so it could be locked against writing. */
    whole.l_type = F_RDLCK;
    if (flock(0, LOCK_EX | LOCK_NB) != 0 || fcntl(0, F_SETLK, &whole) != 0) escaped("a lock on the input");
    right();
}
