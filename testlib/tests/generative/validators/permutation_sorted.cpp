#include "testlib.h"
#include <vector>
#include <algorithm>

using namespace std;

int main(int argc, char** argv)
{
    registerValidation(argc, argv);

    int t = inf.readInt(1, 500, "t");
    inf.readEoln();
    int total = 0;
    for (int i = 1; i <= t; ++i)
    {
        setTestCase(i);
        int n = inf.readInt(2, 1000, "n");
        inf.readSpace();
        inf.readInt(1, n / 2, "k");
        inf.readEoln();
        total += n;
        vector<int> p = inf.readInts(n, 1, n, "p");
        inf.readEoln();
        sort(p.begin(), p.end());
        for (int j = 0; j < n; ++j)
            ensuref(p[j] == j + 1, "p must be a permutation");
    }
    ensuref(total <= 5000, "sum of n is too large");
    inf.readEof();
}
