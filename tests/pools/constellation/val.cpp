#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 500, "n");
    inf.readEoln();
    for (int i = 0; i < n; ++i) {
        inf.readInt(-1100000000, 1100000000, "x");
        inf.readSpace();
        inf.readInt(-1100000000, 1100000000, "y");
        inf.readEoln();
    }
    inf.readEof();
}
