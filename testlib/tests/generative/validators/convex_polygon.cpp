#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
typedef pair<ll, ll> pt;

ll cross(pt a, pt b, pt c) {
    return (b.first - a.first) * (c.second - b.second) - (b.second - a.second) * (c.first - b.first);
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(3, 1000, "n");
    inf.readEoln();
    vector<pt> p(n);
    for (auto& v : p) {
        v.first = inf.readInt(-1000000, 1000000, "x");
        inf.readSpace();
        v.second = inf.readInt(-1000000, 1000000, "y");
        inf.readEoln();
    }
    for (int i = 0; i < n; i++)
        ensuref(cross(p[i], p[(i + 1) % n], p[(i + 2) % n]) > 0, "not strictly convex or not counter-clockwise at vertex %d", i + 1);
    // one full turn only
    int turns = 0;
    for (int i = 0; i < n; i++) {
        pt a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
        bool up1 = b > a, up2 = c > b;
        if (up1 != up2) turns++;
    }
    ensuref(turns == 2, "polygon winds more than once");
    inf.readEof();
}
