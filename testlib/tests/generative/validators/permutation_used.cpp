#include <bits/stdc++.h>
#include "testlib.h"
using namespace std;

bool used[100005];

int main() {
    registerValidation();
    int n = inf.readInt(1, 100000, "n");
    inf.readEoln();
    for (int i = 1; i <= n; ++i) {
        int p = inf.readInt(1, n, "p_i");
        ensuref(!used[p], "value %d appears twice", p);
        used[p] = true;
        if (i < n)
            inf.readSpace();
        else
            inf.readEoln();
    }
    inf.readEof();
    return 0;
}
