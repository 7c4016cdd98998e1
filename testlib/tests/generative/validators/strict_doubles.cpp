#include "testlib.h"
#include <cmath>

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1000, "n");
    inf.readEoln();
    for (int i = 0; i < n; i++) {
        double p = inf.readStrictDouble(0, 1, 1, 6, "p");
        inf.readSpace();
        double r = inf.readStrictDouble(0.01, 1000, 2, 2, "r");
        inf.readEoln();
        ensuref(p * r <= 900, "expected gain too large");
    }
    inf.readEof();
}
