// Removes and replaces its own directory before it ends.
// Expected: not AC, or AC; the judge goes on.
#include "probe.h"

int main(void) {
    char here[4096];
    if (!getcwd(here, sizeof here)) return 1;
    if (rename(here, "../touchstone-hostile-moved") == 0) {
        if (symlink(place("home"), here) == 0) unlink(here);
        rename("../touchstone-hostile-moved", here);
        escaped("its directory could be moved");
    }
    FILE *output = fopen("out.txt", "w");
    if (!output) return 1;
    fprintf(output, "%d\n", atoi(probe_input()));
}
