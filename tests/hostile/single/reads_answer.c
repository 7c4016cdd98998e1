// Looks for the answer file: in the problem folder, above itself, and where other processes are.
// Expected: AC with nothing found.
#include "probe.h"
#include <dirent.h>
#include <glob.h>

static int find(int at, const char *path, int depth) {
    int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    int found = 0;
    for (struct dirent *entry; directory && !found && (entry = readdir(directory));) {
        const char *name = entry->d_name;
        if (strstr(name, ".ans")) found = 1;
        if (entry->d_type == DT_DIR && name[0] != '.' && depth < 4) found |= find(fd, name, depth + 1);
    }
    if (directory) closedir(directory);
    return found;
}

int main(void) {
    if (can_read(below("problem", "tests/1.ans"))) escaped("the answer by its path");
    if (find(AT_FDCWD, ".", 0)) escaped("an answer in the working directory");
    char up[64] = "..";
    for (int i = 0; i < 8; i++, strcat(up, "/..")) {
        char path[128];
        snprintf(path, sizeof path, "%s/tests/1.ans", up);
        if (can_read(path)) escaped("%s", path);
    }
    glob_t found;
    if (glob("/proc/*/cwd/tests/*.ans", 0, NULL, &found) == 0) escaped("%s", found.gl_pathv[0]);
    if (glob("/proc/*/root/*/*.ans", 0, NULL, &found) == 0) escaped("%s", found.gl_pathv[0]);
    right();
}
