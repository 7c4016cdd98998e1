#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 100, "n");
    inf.readEoln();
    for (int i = 0; i < n; i++) {
        string a = inf.readToken("(rock|paper|scissors)", "a");
        inf.readSpace();
        string b = inf.readToken("(rock|paper|scissors)", "b");
        inf.readEoln();
        ensuref(a != b, "round %d is a draw", i + 1);
    }
    inf.readEof();
}
