#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 100000, "n");
    inf.readEoln();
    map<int, bool> inside;
    long long prev = -1;
    for (int i = 0; i < n; i++) {
        long long t = inf.readLong(0LL, 1000000000000LL, "time");
        ensuref(t > prev, "times must increase");
        prev = t;
        inf.readSpace();
        string ev = inf.readToken("in|out", "event");
        inf.readSpace();
        int id = inf.readInt(1, 1000, "car");
        inf.readEoln();
        if (ev == "in") {
            ensuref(!inside[id], "car %d enters twice", id);
            inside[id] = true;
        } else {
            ensuref(inside[id], "car %d leaves but is not inside", id);
            inside[id] = false;
        }
    }
    inf.readEof();
}
