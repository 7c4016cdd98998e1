#include "testlib.h"
#include <vector>
#include <numeric>
#include <functional>
using namespace std;

int main() {
    registerValidation();
    int t = inf.readInt(1, 10000, "t");
    inf.readEoln();
    long long sum = 0;
    for (int tt = 1; tt <= t; tt++) {
        setTestCase(tt);
        int n = inf.readInt(1, 200000, "n");
        inf.readEoln();
        sum += n;
        ensuref(sum <= 200000, "sum of n <= 2e5");
        vector<int> p(n);
        iota(p.begin(), p.end(), 0);
        function<int(int)> get = [&](int v) { return v == p[v] ? v : p[v] = get(p[v]); };
        for (int i = 0; i < n - 1; i++) {
            int u = inf.readInt(1, n, "u") - 1;
            inf.readSpace();
            int v = inf.readInt(1, n, "v") - 1;
            inf.readEoln();
            u = get(u);
            v = get(v);
            ensuref(u != v, "edges contain a cycle");
            p[u] = v;
        }
    }
    inf.readEof();
}
