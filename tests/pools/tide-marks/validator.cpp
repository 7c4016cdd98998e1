#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 200000, "n");
    inf.readSpace();
    inf.readLong(1, 1000000000000000000LL, "d");
    inf.readEoln();
    inf.readLongs(n, 0, 1000000000000000000LL, "a");
    inf.readEoln();
    inf.readEof();
}
