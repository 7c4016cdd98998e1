#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(2, 100, "n");
    inf.readEoln();
    auto p = inf.readInts(n, 1, n, "p");
    inf.readEoln();
    ensuref(set<int>(p.begin(), p.end()).size() == (size_t)n, "p is not a permutation");
    for (int i = 0; i < n; i++) ensuref(p[i] != i + 1, "p has a fixed point at %d", i + 1);
    inf.readEof();
}
