#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 1000, "n");
    inf.readEoln();
    map<pair<int, int>, int> id;
    for (int i = 1; i <= n; i++) {
        int x = inf.readInt(-10000, 10000, "x");
        inf.readSpace();
        int y = inf.readInt(-10000, 10000, "y");
        inf.readEoln();
        if (id.count({x, y}))
            quitf(_fail, "points %d and %d coincide", id[{x, y}], i);
        id[{x, y}] = i;
    }
    inf.readEof();
}
