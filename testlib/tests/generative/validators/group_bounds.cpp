#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    map<string, int> maxN = {{"", 100000}, {"0", 100000}, {"1", 10}, {"2", 1000}, {"3", 100000}};
    string group = validator.group();
    ensuref(maxN.count(group), "unknown group '%s'", group.c_str());
    int n = inf.readInt(1, maxN[group], "n");
    inf.readSpace();
    int k = inf.readInt(1, n, "k");
    inf.readEoln();
    if (group == "2") ensuref(k == 1, "k must be 1 in group 2");
    inf.readInts(n, -1000000000, 1000000000, "a");
    inf.readEoln();
    inf.readEof();
}
