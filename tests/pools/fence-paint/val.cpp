#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 200000, "n");
    inf.readSpace();
    inf.readInt(1, 1000000000, "L");
    inf.readEoln();
    for (int i = 0; i < n; ++i) {
        int l = inf.readInt(0, 1000000000, "l");
        inf.readSpace();
        inf.readInt(l + 1, 1000000000, "r");
        inf.readEoln();
    }
    inf.readEof();
}
