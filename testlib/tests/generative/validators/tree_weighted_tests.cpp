#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 10000, "t");
    inf.readEoln();
    int total = 0;
    for (int tc = 1; tc <= t; tc++) {
        setTestCase(tc);
        int n = inf.readInt(2, 200000, "n");
        inf.readEoln();
        total += n;
        ensuref(total <= 200000, "the sum of n over all test cases exceeds 200000");
        vector<vector<int>> g(n);
        for (int i = 0; i < n - 1; i++) {
            int x = inf.readInt(1, n, "x");
            inf.readSpace();
            int y = inf.readInt(1, n, "y");
            inf.readSpace();
            inf.readInt(1, 1000000000, "w");
            inf.readEoln();
            g[x - 1].push_back(y - 1);
            g[y - 1].push_back(x - 1);
        }
        vector<char> seen(n);
        vector<int> stack(1, 0);
        seen[0] = 1;
        int reached = 0;
        while (!stack.empty()) {
            int v = stack.back();
            stack.pop_back();
            reached++;
            for (int to : g[v])
                if (!seen[to]) {
                    seen[to] = 1;
                    stack.push_back(to);
                }
        }
        ensuref(reached == n, "the edges do not make a tree");
    }
    inf.readEof();
}
