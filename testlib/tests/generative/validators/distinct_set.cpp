#include "testlib.h"
#include <set>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(2, 200000, "n");
    inf.readSpace();
    int x = inf.readInt(1, (int)1e9, "x");
    (void)x;
    inf.readEoln();
    set<int> seen;
    for (int i = 0; i < n; i++) {
        int a = inf.readInt(1, (int)1e9, "a");
        ensuref(seen.count(a) == 0, "a[%d]=%d is not distinct", i + 1, a);
        seen.insert(a);
        if (i + 1 < n) inf.readSpace();
    }
    inf.readEoln();
    inf.readEof();
}
