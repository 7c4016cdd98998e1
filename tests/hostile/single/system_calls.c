// System calls that no solution needs and that were ways out of other sandboxes.
// Expected: AC with every call refused.
#include "probe.h"

static char page[4096];

int main(void) {
    struct { const char *name; long number, one, two, three; } calls[] = {
        {"memfd_create", SYS_memfd_create, (long)"x", 0, 0},
        {"io_uring_setup", 425, 1, (long)page, 0},
        {"userfaultfd", SYS_userfaultfd, 1, 0, 0},
        {"bpf", SYS_bpf, 0, (long)page, 48},
        {"perf_event_open", SYS_perf_event_open, (long)page, 0, -1},
        {"keyctl", SYS_keyctl, 0, -3, 1},
        {"add_key", SYS_add_key, (long)"user", (long)"hostile", (long)"x"},
        {"request_key", SYS_request_key, (long)"user", (long)"hostile", 0},
        {"shmget", SYS_shmget, 0, 4096, 0600},
        {"msgget", SYS_msgget, 0, 0600, 0},
        {"semget", SYS_semget, 0, 1, 0600},
        {"reboot", SYS_reboot, 0, 0, 0},
        {"swapoff", SYS_swapoff, (long)"/none", 0, 0},
        {"init_module", SYS_init_module, (long)page, 0, (long)""},
        {"kexec_load", SYS_kexec_load, 0, 0, 0},
        {"fanotify_init", SYS_fanotify_init, 0, 0, 0},
        {"open_by_handle_at", SYS_open_by_handle_at, -1, (long)page, 0},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        long result = syscall(calls[i].number, calls[i].one, calls[i].two, calls[i].three, 0, 0);
        if (result >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES)) escaped("%s", calls[i].name);
    }
    right();
}
