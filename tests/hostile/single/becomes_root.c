// Takes another identity.
// Expected: AC with every call refused, or no more gained than was there.
#include "probe.h"
#include <grp.h>

int main(void) {
    uid_t user = getuid();
    if (user != 0 && (setuid(0) == 0 || setreuid(0, 0) == 0 || setresuid(0, 0, 0) == 0)) escaped("the user");
    if (getgid() != 0 && (setgid(0) == 0 || setresgid(0, 0, 0) == 0)) escaped("the group");
    if (setgroups(0, NULL) == 0) escaped("the further groups");
    char name[256] = "";
    gethostname(name, sizeof name - 1); /* The name it has: nothing is different when that succeeds. */
    if (sethostname(name, strlen(name)) == 0) escaped("the host's name");
    right();
}
