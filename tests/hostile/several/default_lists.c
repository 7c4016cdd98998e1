// Gives its directory and the one above a list of rights that all files made there later get: the next run would find
// its own files open to others, or closed to itself.
// Expected: AC each time.
#include "probe.h"
#include <sys/xattr.h>

struct entry { uint16_t kind, rights; uint32_t user; };
struct list { uint32_t version; struct entry entries[3]; };

int main(void) {
    struct list nothing = {2, {{1, 0, ~0u}, {4, 0, ~0u}, {32, 0, ~0u}}};
    const char *name = "system.posix_acl_default", *paths[] = {".", ".."};
    char found[256];
    struct stat about;
    for (int i = 0; i < 2; i++)
        if (getxattr(paths[i], name, found, sizeof found) > 0) escaped("the list of another run on %s", paths[i]);
    umask(0);
    int fd = open("file", O_CREAT | O_RDWR, 0666);
    if (fd < 0 || fstat(fd, &about) != 0 || (about.st_mode & 0777) != 0666) escaped("mode %o", about.st_mode);
    for (int i = 0; i < 2; i++) setxattr(paths[i], name, &nothing, sizeof nothing, 0);
    right();
}
