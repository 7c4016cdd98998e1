// Makes namespaces inside, by every call that can.
// Expected: AC with every call refused.
#include "probe.h"
#include <sched.h>
#include <linux/sched.h>

int main(void) {
    int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        long child = syscall(SYS_clone, kinds[i] | SIGCHLD, NULL, NULL, NULL, NULL);
        if (child == 0) _exit(0);
        if (child > 0) escaped("clone with %x", (unsigned)kinds[i]);
        struct clone_args args = {.flags = (uint64_t)kinds[i], .exit_signal = SIGCHLD};
        child = syscall(SYS_clone3, &args, sizeof args);
        if (child == 0) _exit(0);
        if (child > 0) escaped("clone3 with %x", (unsigned)kinds[i]);
        if (unshare(kinds[i]) == 0) escaped("unshare of %x", (unsigned)kinds[i]);
    }
    if (setns(open("/proc/1/ns/net", O_RDONLY), 0) == 0) escaped("setns");
    right();
}
