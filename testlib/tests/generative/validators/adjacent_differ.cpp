#include "testlib.h"
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 100, "n");
    inf.readSpace();
    int m = inf.readInt(2, 5, "m");
    inf.readEoln();
    int last = -1;
    for (int i = 0; i < n; i++) {
        int c = inf.readInt(1, m, "c");
        ensuref(c != last, "neighbouring colors must differ (position %d)", i);
        last = c;
        if (i + 1 != n) inf.readSpace();
    }
    inf.readEoln();
    inf.readEof();
}
