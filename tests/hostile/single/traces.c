// Traces its parent, or lets its parent trace it.
// Expected: AC with every call refused.
#include "probe.h"
#include <sys/ptrace.h>

int main(void) {
    if (ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0) escaped("its parent is traced");
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) escaped("its parent traces it");
    right();
}
