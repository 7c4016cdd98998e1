#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 1000, "t");
    inf.readEoln();
    int sum = 0;
    while (t--) {
        int k = inf.readInt(1, 100000, "k");
        inf.readEoln();
        sum += k;
        ensuref(sum <= 100000, "sum of k is %d", sum);
        for (int i = 0; i < k; i++) {
            int l = inf.readInt(0, 1000000000, "l");
            inf.readSpace();
            int r = inf.readInt(0, 1000000000, "r");
            inf.readEoln();
            ensure(l <= r);
        }
    }
    inf.readEof();
}
