// Gives rights to a stranger with access lists: on its directory, the one above, its input and a file of its own.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/xattr.h>

/* One entry of a list as the kernel reads it: a kind, rights and a user. */
struct entry { uint16_t kind, rights; uint32_t user; };
struct list { uint32_t version; struct entry entries[5]; };

int main(void) {
    struct list list = {2, {{1, 7, ~0u}, {2, 7, 62017}, {4, 5, ~0u}, {16, 7, ~0u}, {32, 5, ~0u}}};
    const char *names[] = {"system.posix_acl_access", "system.posix_acl_default"};
    int fds[] = {open("file", O_CREAT | O_RDWR, 0600), open(".", O_RDONLY | O_DIRECTORY),
                 open("..", O_RDONLY | O_DIRECTORY), 0, 1};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 2; j++)
            if (fsetxattr(fds[i], names[j], &list, sizeof list, 0) == 0 || errno != EPERM) escaped("%s on %d", names[j], i);
    const char *paths[] = {".", "..", "/proc/self/exe"};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            if (setxattr(paths[i], names[j], &list, sizeof list, 0) == 0 || errno != EPERM) escaped("%s of %s", names[j], paths[i]);
    right();
}
