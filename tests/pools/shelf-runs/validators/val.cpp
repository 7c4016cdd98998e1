#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 200000, "t");
    inf.readEoln();
    int left = 200000;
    for (int i = 1; i <= t; ++i) {
        setTestCase(i);
        int n = inf.readInt(1, 200000, "n");
        left -= n;
        ensuref(left >= 0, "too many books");
        inf.readEoln();
        inf.readInts(n, 1, 1000000, "v");
        inf.readEoln();
    }
    inf.readEof();
}
