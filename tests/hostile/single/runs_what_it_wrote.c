// Starts files that it has written: by name, by descriptor, and without a name. What stops it must be the place, not what
// is in them.
// Expected: AC with every start refused.
#include "probe.h"

static char *const args[] = {"written", NULL};
static char *const none[] = {NULL};

static void refused(int fd, const char *path, int flags, const char *what) {
    if (syscall(SYS_execveat, fd, path, args, none, flags) != 0 && errno != EACCES && errno != EPERM) escaped("%s (%d)", what, errno);
}

int main(void) {
    const char *texts[] = {"\177ELF", "#!/bin/sh\nexit 0\n"};
    probe_input();
    for (int i = 0; i < 2; i++) {
        int fd = open("written", O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0755);
        if (fd < 0 || write(fd, texts[i], strlen(texts[i])) <= 0) return 1;
        close(fd);
        fd = open("written", O_RDONLY);
        refused(AT_FDCWD, "written", 0, "by name");
        refused(AT_FDCWD, "../run/written", 0, "from above");
        refused(fd, "", AT_EMPTY_PATH, "by descriptor");
        unlink("written");
        refused(fd, "", AT_EMPTY_PATH, "without a name");
        close(fd);
    }
    right();
}
