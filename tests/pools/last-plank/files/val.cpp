#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 1000, "t");
    inf.readEoln();
    for (int i = 1; i <= t; ++i) {
        setTestCase(i);
        int n = inf.readInt(1, 50, "n");
        inf.readEoln();
        inf.readLongs(n, 1, 1000000000000000000LL, "a");
        inf.readEoln();
    }
    inf.readEof();
}
