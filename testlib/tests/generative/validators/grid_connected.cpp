#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int n, m;
vector<string> g;
vector<vector<bool>> was;

void dfs(int x, int y) {
    if (x < 0 || y < 0 || x >= n || y >= m || g[x][y] == '#' || was[x][y]) return;
    was[x][y] = true;
    dfs(x + 1, y);
    dfs(x - 1, y);
    dfs(x, y + 1);
    dfs(x, y - 1);
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    n = inf.readInt(1, 500, "n");
    inf.readSpace();
    m = inf.readInt(1, 500, "m");
    inf.readSpace();
    int k = inf.readInt(0, n * m - 1, "k");
    inf.readEoln();
    int free = 0;
    for (int i = 0; i < n; i++) {
        g.push_back(inf.readToken(format("[.#]{%d,%d}", m, m), "row"));
        inf.readEoln();
        free += count(g[i].begin(), g[i].end(), '.');
    }
    ensuref(k < free, "k = %d is not less than the number of free cells %d", k, free);
    was.assign(n, vector<bool>(m, false));
    int comps = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (g[i][j] == '.' && !was[i][j]) {
                comps++;
                dfs(i, j);
            }
    ensuref(comps == 1, "free cells must be connected, found %d components", comps);
    inf.readEof();
}
