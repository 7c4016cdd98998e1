#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 200000, "n");
    inf.readSpace();
    int q = inf.readInt(1, 200000, "q");
    inf.readEoln();
    int asks = 0;
    for (int i = 0; i < q; i++) {
        int type = inf.readInt(1, 3, "type");
        inf.readSpace();
        if (type == 1) {
            inf.readInt(1, n, "pos");
            inf.readSpace();
            inf.readInt(-1000000000, 1000000000, "value");
        } else if (type == 2) {
            int l = inf.readInt(1, n, "l");
            inf.readSpace();
            int r = inf.readInt(1, n, "r");
            inf.readSpace();
            inf.readInt(0, 100, "d");
            ensuref(l <= r, "l must be at most r");
        } else {
            inf.readInt(1, n, "k");
            asks++;
        }
        inf.readEoln();
    }
    ensuref(asks > 0, "at least one query of type 3 is required");
    inf.readEof();
}
