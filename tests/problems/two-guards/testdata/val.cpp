#include "testlib.h"

int main() {
    registerValidation();
    inf.readLong(1LL, 1000000000000LL, "n");
    inf.readSpace();
    inf.readInt(1, 1000000, "a");
    inf.readSpace();
    inf.readInt(1, 1000000, "b");
    inf.readEoln();
    inf.readEof();
}
