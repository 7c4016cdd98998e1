// Changes its own executable for the runs to come: from a copy of itself, since nobody can write to what runs.
// Expected: AC each time.
#include "probe.h"

static volatile char state[] = "CLEAN, as it was built";

/* Writes the bytes of one file to another, with the mark changed. */
static int copy(const char *from, const char *to, char mark) {
    struct stat about;
    int source = open(from, O_RDONLY | O_CLOEXEC);
    if (source < 0 || fstat(source, &about) != 0) return 0;
    size_t size = (size_t)about.st_size;
    char *bytes = malloc(size + 1);
    if (!bytes || read(source, bytes, size) != about.st_size) return 0;
    char *found = memmem(bytes, size, "CLEAN, as it was ", 17);
    if (found) *found = mark;
    int target = open(to, O_CREAT | O_WRONLY | O_CLOEXEC, 0755);
    return target >= 0 && write(target, bytes, size) == about.st_size && close(target) == 0;
}

int main(int argc, char **argv) {
    char name[1024] = "";
    probe_input();
    lseek(0, 0, SEEK_SET);
    if (argc > 1) {
        /* This is the copy. */
        chmod(argv[1], 0777);
        copy(argv[1], argv[1], 'D');
        right();
    }
    if (state[0] != 'C') escaped("the executable of another run");
    if (readlink("/proc/self/exe", name, sizeof name - 1) <= 0) snprintf(name, sizeof name, "%s", argv[0]);
    if (copy(name, "copy", 'C')) execl("./copy", "copy", name, (char *)NULL);
    right();
}
