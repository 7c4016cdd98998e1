#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int a = inf.readInt(-1000, 1000, "a");
    inf.readSpace();
    int b = inf.readInt(-1000, 1000, "b");
    inf.readSpace();
    int c = inf.readInt(-1000, 1000, "c");
    inf.readEoln();
    ensuref(a != 0, "a must not be zero");
    ensuref(b * b - 4 * a * c >= 0, "real roots must exist");
    inf.readEof();
}
