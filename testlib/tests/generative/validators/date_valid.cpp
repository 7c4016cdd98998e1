#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

const int D[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

bool leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int q = inf.readInt(1, 1000, "q");
    inf.readEoln();
    for (int i = 0; i < q; i++) {
        string s = inf.readToken("[0-9]{4}-[0-9]{2}-[0-9]{2}", "date");
        int y = atoi(s.substr(0, 4).c_str());
        int m = atoi(s.substr(5, 2).c_str());
        int d = atoi(s.substr(8, 2).c_str());
        ensuref(1900 <= y && y <= 2100, "bad year");
        ensuref(1 <= m && m <= 12, "bad month");
        int lim = D[m] + (m == 2 && leap(y));
        ensuref(1 <= d && d <= lim, "bad day");
        inf.readEoln();
    }
    inf.readEof();
}
