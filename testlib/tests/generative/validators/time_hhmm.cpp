#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int readTime() {
    string s = inf.readToken("[0-2][0-9]:[0-5][0-9]", "time");
    int h = stoi(s.substr(0, 2)), m = stoi(s.substr(3, 2));
    ensuref(h < 24, "hour %d is out of range", h);
    return h * 60 + m;
}

int main() {
    registerValidation();
    int n = inf.readInt(1, 100, "n");
    inf.readEoln();
    for (int i = 0; i < n; i++) {
        int from = readTime();
        inf.readSpace();
        int to = readTime();
        inf.readEoln();
        ensuref(from < to, "meeting %d ends before it begins", i + 1);
    }
    inf.readEof();
}
