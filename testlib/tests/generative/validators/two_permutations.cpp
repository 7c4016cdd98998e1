#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

vector<int> readPerm(int n, const string& name) {
    vector<int> p(n), cnt(n + 1);
    for (int i = 0; i < n; i++) {
        p[i] = inf.readInt(1, n, name);
        cnt[p[i]]++;
        ensuref(cnt[p[i]] == 1, "%s is not a permutation", name.c_str());
        if (i + 1 < n) inf.readSpace();
    }
    inf.readEoln();
    return p;
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 1000, "t");
    inf.readEoln();
    int sum = 0;
    for (int i = 1; i <= t; i++) {
        setTestCase(i);
        int n = inf.readInt(1, 5000, "n");
        inf.readEoln();
        sum += n;
        ensuref(sum <= 5000, "sum of n");
        auto a = readPerm(n, "a");
        auto b = readPerm(n, "b");
        ensuref(n == 1 || a != b, "a and b must differ");
    }
    inf.readEof();
}
