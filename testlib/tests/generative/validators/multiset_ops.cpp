#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;
using ll = long long;

// '+ x' adds x, '- x' removes one copy of x (must exist), '? x' asks
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int q = inf.readInt(1, 300000, "q");
    inf.readEoln();
    multiset<int> ms;
    ms.insert(0);
    for (int i = 1; i <= q; i++) {
        char c = inf.readChar();
        ensuref(c == '+' || c == '-' || c == '?', "unknown operation");
        inf.readSpace();
        int x = inf.readInt(1, (int)1e9, "x");
        inf.readEoln();
        if (c == '+') ms.insert(x);
        if (c == '-') {
            auto it = ms.find(x);
            ensuref(it != ms.end(), "query %d removes an absent element %d", i, x);
            ms.erase(it);
        }
    }
    inf.readEof();
}
