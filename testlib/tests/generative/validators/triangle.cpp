#include "testlib.h"
#include <algorithm>

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int a[3];
    for (int i = 0; i < 3; i++) {
        a[i] = inf.readInt(1, 10000, "side");
        if (i < 2) inf.readSpace();
    }
    inf.readEoln();
    std::sort(a, a + 3);
    ensuref(a[0] + a[1] > a[2], "these are not sides of a nondegenerate triangle");
    inf.readEof();
}
