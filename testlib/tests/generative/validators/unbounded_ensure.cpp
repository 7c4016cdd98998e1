#include "testlib.h"
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt();
    ensure(1 <= n && n <= 100);
    inf.readSpace();
    int m = inf.readInt();
    ensure(1 <= m && m <= n);
    inf.readEoln();
    for (int i = 0; i < n; i++) {
        int x = inf.readInt();
        ensure(0 <= x);
        ensure(x <= 100000);
        if (i + 1 < n) inf.readSpace();
    }
    inf.readEoln();
    inf.readEof();
}
