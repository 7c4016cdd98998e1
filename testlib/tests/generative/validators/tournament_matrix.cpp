#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(2, 50, "n");
    inf.readEoln();
    vector<string> s(n);
    for (int i = 0; i < n; i++) {
        s[i] = inf.readLine(format("[WL-]{%d}", n), "s");
    }
    for (int i = 0; i < n; i++) {
        ensure(s[i][i] == '-');
        for (int j = i + 1; j < n; j++) {
            ensure(s[i][j] != '-' && s[j][i] != '-');
            ensuref(s[i][j] != s[j][i], "match %d - %d is inconsistent", i + 1, j + 1);
        }
    }
    inf.readEof();
}
