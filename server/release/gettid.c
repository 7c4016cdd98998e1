// What glibc has since 2.30, for binaries that run on older ones.
#include <sys/syscall.h>
#include <unistd.h>

pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }
