// Its output file is right and may be read by nobody.
// Expected: AC where the judge reads it nevertheless; the judge goes on.
#include "probe.h"

int main(void) {
    FILE *output = fopen("out.txt", "w");
    if (!output) return 1;
    fprintf(output, "%d\n", atoi(probe_input()));
    fclose(output);
    chmod("out.txt", 0000);
}
