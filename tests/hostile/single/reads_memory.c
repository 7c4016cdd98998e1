// Reads and writes memory of its parent. An address that is not there is a permission that was given.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/uio.h>

int main(void) {
    char bytes[8] = {0};
    struct iovec here = {bytes, sizeof bytes}, there = {(void *)4096, sizeof bytes};
    if (process_vm_readv(getppid(), &here, 1, &there, 1, 0) >= 0 || errno == EFAULT) escaped("reading memory");
    if (process_vm_writev(getppid(), &here, 1, &there, 1, 0) >= 0 || errno == EFAULT) escaped("writing memory");
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    if (open(path, O_RDWR) >= 0) escaped("%s", path);
    right();
}
