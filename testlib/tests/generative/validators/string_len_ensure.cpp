#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1000, "n");
    inf.readSpace();
    int k = inf.readInt(1, 26, "k");
    inf.readEoln();
    string s = inf.readToken();
    inf.readEoln();
    ensuref((int)s.size() == n, "length of s is %d, expected %d", (int)s.size(), n);
    for (char c : s) {
        ensuref('a' <= c && c < 'a' + k, "bad character '%c'", c);
    }
    inf.readEof();
}
