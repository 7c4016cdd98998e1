#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    string s = inf.readToken("[a-z]{1,20}", "s");
    inf.readSpace();
    int h = inf.readInt(0, 1000000006, "hash");
    inf.readEoln();
    long long cur = 0;
    for (char c : s) cur = (cur * 31 + (c - 'a' + 1)) % 1000000007;
    ensuref(cur == h, "the hash of s is %lld, not %d", cur, h);
    inf.readEof();
}
