#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 1000, "t");
    inf.readEoln();
    while (t--) {
        int n = inf.readInt(1, 100, "n");
        inf.readEoln();
        string s = inf.readToken("[a-c]{1,100}", "s");
        inf.readEoln();
        string t = inf.readToken("[a-c]{1,100}", "t");
        inf.readEoln();
        ensure((int)s.size() == n);
        ensure((int)t.size() == n);
        sort(s.begin(), s.end());
        sort(t.begin(), t.end());
        ensuref(s == t, "t must be an anagram of s");
    }
    inf.readEof();
}
