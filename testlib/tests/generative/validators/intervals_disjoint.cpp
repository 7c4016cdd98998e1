#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1000, "n");
    inf.readEoln();
    vector<pair<int, int>> segs;
    for (int i = 0; i < n; i++) {
        int l = inf.readInt(1, (int)1e9, "l");
        inf.readSpace();
        int r = inf.readInt(1, (int)1e9, "r");
        inf.readEoln();
        ensuref(l < r, "segment %d is degenerate", i + 1);
        segs.emplace_back(l, r);
    }
    sort(segs.begin(), segs.end());
    for (int i = 1; i < n; i++)
        ensuref(segs[i - 1].second < segs[i].first, "segments must not intersect");
    inf.readEof();
}
