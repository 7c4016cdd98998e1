#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

bool good(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 100, "t");
    inf.readEoln();
    for (int i = 1; i <= t; i++) {
        string s = inf.readToken();
        ensuref(s.length() >= 1 && s.length() <= 16, "hex number length");
        for (size_t j = 0; j < s.length(); j++)
            ensuref(good(s[j]), "character %d is not a hex digit", (int)j);
        ensuref(s.size() == 1 || s[0] != '0', "leading zero");
        inf.readEoln();
    }
    inf.readEof();
}
