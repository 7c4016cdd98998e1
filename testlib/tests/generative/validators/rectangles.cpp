#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const int C = 1000000000;
    int n = inf.readInt(1, 200, "n");
    inf.readEoln();
    for (int i = 0; i < n; i++) {
        int x1 = inf.readInt(-C, C, "x1");
        inf.readSpace();
        int y1 = inf.readInt(-C, C, "y1");
        inf.readSpace();
        int x2 = inf.readInt(-C, C, "x2");
        inf.readSpace();
        int y2 = inf.readInt(-C, C, "y2");
        inf.readEoln();
        ensuref(x1 < x2 && y1 < y2, "rectangle %d has no area", i + 1);
    }
    inf.readEof();
}
