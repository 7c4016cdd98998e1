#include "testlib.h"
#include <algorithm>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 200000, "n");
    inf.readEoln();
    auto a = inf.readInts(n, 1, 1000000000, "a");
    inf.readEoln();
    ensuref(is_sorted(a.begin(), a.end()), "array a must be sorted");
    int q = inf.readInt(1, 200000, "q");
    inf.readEoln();
    for (int i = 0; i < q; i++) {
        inf.readInt(1, 1000000000, "x");
        inf.readEoln();
    }
    inf.readEof();
}
