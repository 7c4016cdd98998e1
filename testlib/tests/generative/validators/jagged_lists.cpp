#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 100000, "n");
    inf.readSpace();
    int m = inf.readInt(1, 100000, "m");
    inf.readEoln();
    int total = 0;
    for (int i = 0; i < n; i++) {
        int k = inf.readInt(0, m, "k");
        total += k;
        ensuref(total <= 200000, "sum of k");
        set<int> s;
        for (int j = 0; j < k; j++) {
            inf.readSpace();
            s.insert(inf.readInt(1, m, "friend"));
        }
        ensuref((int)s.size() == k, "repeated element in list %d", i + 1);
        inf.readEoln();
    }
    inf.readEof();
}
