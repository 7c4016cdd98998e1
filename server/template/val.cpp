// Accepts exactly the inputs that the statement allows.
#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 2000, "n");
    inf.readEoln();
    inf.readInts(n, -1000000000, 1000000000, "a");
    inf.readEoln();
    inf.readEof();
}
