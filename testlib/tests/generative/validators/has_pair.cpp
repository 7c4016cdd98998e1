#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 2000, "n");
    inf.readSpace();
    int s = inf.readInt(2, 2000000, "s");
    inf.readEoln();
    vector<int> a = inf.readInts(n, 1, 1000000, "a");
    inf.readEoln();
    bool ok = false;
    for (int i = 0; i < n && !ok; i++)
        for (int j = i + 1; j < n; j++)
            if (a[i] + a[j] == s) {
                ok = true;
                break;
            }
    ensuref(ok, "an answer must exist");
    inf.readEof();
}
