#include "testlib.h"
using namespace std;
typedef long long ll;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const int LIM = 200000;
    int t = inf.readInt(1, 100000, "t");
    inf.readEoln();
    ll sn = 0, sm = 0, sq = 0;
    for (int tc = 1; tc <= t; tc++) {
        setTestCase(tc);
        int n = inf.readInt(1, LIM, "n");
        inf.readSpace();
        int m = inf.readInt(1, LIM, "m");
        inf.readSpace();
        int q = inf.readInt(1, LIM, "q");
        inf.readEoln();
        inf.readInts(n, 1, m, "a");
        inf.readEoln();
        for (int i = 0; i < q; i++) {
            inf.readInt(1, n, "i");
            inf.readSpace();
            inf.readInt(1, m, "x");
            inf.readEoln();
        }
        sn += n;
        sm += m;
        sq += q;
    }
    unsetTestCase();
    ensuref(sn <= LIM, "sum of n is %lld", sn);
    ensuref(sm <= LIM, "sum of m is %lld", sm);
    ensuref(sq <= LIM, "sum of q is %lld", sq);
    inf.readEof();
}
