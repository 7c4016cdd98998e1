// Calm days.
#include "testlib.h"
#include "rbx.h"

int main(int argc, char** argv) {
    registerValidation(argc, argv);
    const int most = getVar<int>("T.max");
    int n = inf.readInt(getVar<int>("N.min"), getVar<int>("N", "max"), "n");
    inf.readSpace();
    inf.readInt(0, most, "d");
    inf.readEoln();
    inf.readInts(n, -most, most, "day");
    inf.readEoln();
    inf.readEof();
}
