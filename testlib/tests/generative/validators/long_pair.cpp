#include "testlib.h"
typedef long long ll;

int main() {
    registerValidation();
    int t = inf.readInt(1, 100000, "t");
    inf.readEoln();
    for (int i = 0; i < t; i++) {
        setTestCase(i + 1);
        ll l = inf.readLong(1LL, (ll)1e18, "l");
        inf.readSpace();
        ll r = inf.readLong(l, (ll)1e18, "r");
        inf.readSpace();
        ll k = inf.readLong(1LL, r - l + 1, "k");
        (void)k;
        inf.readEoln();
    }
    inf.readEof();
}
