#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;
typedef long long ll;

struct P {
    ll x, y;
};

int sgn(ll v) { return (v > 0) - (v < 0); }
int turn(P a, P b, P c) { return sgn((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)); }
bool on(P a, P b, P c) {
    return turn(a, b, c) == 0 && min(a.x, b.x) <= c.x && c.x <= max(a.x, b.x) && min(a.y, b.y) <= c.y && c.y <= max(a.y, b.y);
}
bool cut(P a, P b, P c, P d) {
    if (on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)) return true;
    return turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b);
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(3, 100, "n");
    inf.readEoln();
    vector<P> p(n);
    for (int i = 0; i < n; i++) {
        p[i].x = inf.readInt(0, 1000, "x");
        inf.readSpace();
        p[i].y = inf.readInt(0, 1000, "y");
        inf.readEoln();
    }
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        ensuref(turn(p[i], p[j], p[(j + 1) % n]) != 0, "three consecutive vertices on a line");
        for (int k = 0; k < n; k++) {
            int l = (k + 1) % n;
            if (i == k || i == l || j == k) continue;
            ensuref(!cut(p[i], p[j], p[k], p[l]), "sides %d and %d intersect", i + 1, k + 1);
        }
    }
    inf.readEof();
}
