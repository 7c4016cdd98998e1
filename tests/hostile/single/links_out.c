// Links a file of its own into places outside, and moves it there.
// Expected: AC with every call refused.
#include "probe.h"

int main(void) {
    const char *places[] = {below("home", "touchstone-hostile-link"), below("place", "touchstone-hostile-link"),
                            below("problem", "touchstone-hostile-link"), below("cache", "touchstone-hostile-link"),
                            "/tmp/touchstone-hostile-link", "../../touchstone-hostile-link"};
    close(open("file", O_CREAT | O_WRONLY, 0600));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int was_linked = link("file", places[i]) == 0;
        if (was_linked) unlink(places[i]);
        int was_moved = !was_linked && rename("file", places[i]) == 0;
        if (was_moved) unlink(places[i]);
        if (was_linked || was_moved) escaped("%s", places[i]);
    }
    right();
}
