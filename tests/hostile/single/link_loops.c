// Symbolic links that lead to themselves, to each other, upwards, and to nothing, for whoever cleans up.
// Expected: AC, and nothing of it is left.
#include "probe.h"

int main(void) {
    char from[32], to[32];
    probe_input();
    mkdir("one", 0700);
    mkdir("one/two", 0700);
    const char *loops[][2] = {{"self", "self"}, {"b", "a"}, {"a", "b"}, {".", "one/here"}, {"../..", "one/two/above"},
                              {"/", "root"}, {"..", "up"}, {"one", "one/two/one"}, {"/none", "nothing"}};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        if (symlink(loops[i][0], loops[i][1]) != 0) return 1;
    }
    for (int i = 0; i < 60; i++) {
        snprintf(from, sizeof from, "chain%d", i);
        snprintf(to, sizeof to, "chain%d", i + 1);
        if (symlink(to, from) != 0) return 1;
    }
    if (can_read("self") || can_read("a") || can_read("chain0")) escaped("a loop with an end");
    right();
}
