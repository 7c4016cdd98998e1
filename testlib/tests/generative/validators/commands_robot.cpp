#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 100, "n");
    inf.readSpace();
    int m = inf.readInt(1, 100, "m");
    inf.readEoln();
    int x = inf.readInt(1, n, "x");
    inf.readSpace();
    int y = inf.readInt(1, m, "y");
    inf.readEoln();
    string s = inf.readToken("[UDLR]{1,1000}", "commands");
    inf.readEoln();
    for (char c : s) {
        if (c == 'U') x--;
        if (c == 'D') x++;
        if (c == 'L') y--;
        if (c == 'R') y++;
        ensuref(1 <= x && x <= n && 1 <= y && y <= m, "the robot leaves the field");
    }
    inf.readEof();
}
