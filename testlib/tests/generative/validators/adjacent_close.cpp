#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

#define REQUIRE(c) ensuref(c, "requirement failed: %s", #c)

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1000, "n"), last = 0;
    inf.readSpace();
    int d = inf.readInt(1, 10, "d");
    inf.readEoln();
    for (int i = 1; i <= n; i++) {
        int h = inf.readInt(1, 100, "h");
        if (i > 1) REQUIRE(abs(h - last) <= d);
        last = h;
        if (i == n) inf.readEoln();
        else inf.readSpace();
    }
    inf.readEof();
}
