#include "testlib.h"

const int MAX_N = 200000;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);

    int n = inf.readInt(2, MAX_N, "n");
    inf.readSpace();
    inf.readLong(1LL, 1000000000000000000LL, "k");
    inf.readEoln();
    for (int i = 1; i <= n; i++) {
        int to = inf.readInt(1, n, "a");
        ensuref(to != i, "a[%d] points to itself", i);
        if (i != n) inf.readSpace();
    }
    inf.readEoln();
    inf.readEof();
}
