// Files and directories with every name that there can be: line ends, 255 bytes, no letters, what looks like an option.
// Expected: AC, and nothing of it is left.
#include "probe.h"

int main(void) {
    char longest[256], name[3] = {0};
    const char *names[] = {"\n", "a\nb\n", " ", "-rf", "--", "~", "...", "*", "\\", "\"'`$(exit)", "\xff\xfe", "%s%n", "\033[2J", "C:"};
    probe_input();
    memset(longest, 'x', 255);
    longest[255] = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) close(open(names[i], O_CREAT | O_WRONLY, 0600));
    for (int byte = 1; byte < 256; byte++) {
        name[0] = 'n';
        name[1] = (char)byte;
        if (byte != '/') close(open(name, O_CREAT | O_WRONLY, 0600));
    }
    mkdir(longest, 0700);
    if (chdir(longest) == 0) mkdir(longest, 0700);
    mkdir("\n\n", 0700);
    right();
}
