#include "testlib.h"

int main() {
    registerValidation();
    int t = inf.readInt(1, 20, "t");
    inf.readEoln();
    int total = 0;
    for (int day = 1; day <= t; ++day) {
        setTestCase(day);
        int n = inf.readInt(1, 5000, "n");
        inf.readEoln();
        total += n;
        ensuref(total <= 5000, "there are more than 5000 scans after day %d", day);
        inf.readInts(n, 1, 40000000, "b");
        inf.readEoln();
    }
    inf.readEof();
}
