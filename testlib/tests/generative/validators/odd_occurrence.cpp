#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 99999, "n");
    ensuref(n % 2 == 1, "n is odd");
    inf.readEoln();
    map<int, int> cnt;
    for (int i = 0; i < n; ++i) {
        int x = inf.readInt(1, 1000000000, "x");
        cnt[x] ^= 1;
        i == n - 1 ? inf.readEoln() : (void)inf.readSpace();
    }
    int odd = 0;
    for (auto& kv : cnt) odd += kv.second;
    ensuref(odd == 1, "exactly one value must occur an odd number of times, found %d", odd);
    inf.readEof();
}
