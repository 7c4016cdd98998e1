#include "testlib.h"

int main() {
    registerValidation();
    inf.readToken("towers-input", "secret");
    inf.readEoln();
    int n = inf.readInt(1, 200000, "N");
    inf.readEoln();
    inf.readInts(n, 0, 200000, "reach");
    inf.readEoln();
    inf.readEof();
}
