#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 200000, "n");
    ensuref(n % 2 == 0, "n must be even");
    inf.readEoln();
    string s = inf.readLine("[()]{" + to_string(n) + "}", "s");
    int bal = 0;
    for (char c : s) {
        bal += c == '(' ? 1 : -1;
        ensuref(bal >= 0, "prefix balance is negative");
    }
    ensuref(bal == 0, "sequence is not balanced");
    inf.readEof();
}
