// Its directory is no longer where it was when it writes its output.
// Expected: AC or not; the judge goes on.
#include "probe.h"

int main(void) {
    int answer = atoi(probe_input());
    mkdir("../other", 0700);
    rename("../other", "../run");
    FILE *output = fopen("../run/out.txt", "w");
    if (!output) output = fopen("out.txt", "w");
    if (!output) return 1;
    fprintf(output, "%d\n", answer);
}
