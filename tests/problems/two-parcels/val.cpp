#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 50000, "n");
    inf.readSpace();
    inf.readLong(2LL, 4000000000LL, "s");
    inf.readEoln();
    inf.readInts(n, 1, 2000000000, "w");
    inf.readEoln();
    inf.readEof();
}
