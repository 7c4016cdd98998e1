#include "scales.h"

#include <cstdio>
#include <cstdlib>

static FILE *in, *out;

bool lighter(int i, int j) {
    int answer;
    fprintf(out, "? %d %d\n", i, j);
    fflush(out);
    if (fscanf(in, "%d", &answer) != 1) exit(0);
    return answer;
}

int main(int, char* argv[]) {
    in = fopen(argv[1], "r");
    out = fopen(argv[2], "w");
    int n;
    if (fscanf(in, "%d", &n) != 1) return 0;
    auto [lightest, heaviest] = extremes(n);
    fprintf(out, "! %d %d\n", lightest, heaviest);
    fflush(out);
}
