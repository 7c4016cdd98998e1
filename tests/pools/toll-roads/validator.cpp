#include "testlib.h"

#include <numeric>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 200000, "n");
    inf.readEoln();
    vector<int> group(n + 1);
    iota(group.begin(), group.end(), 0);
    auto find = [&](int town) {
        while (group[town] != town) town = group[town] = group[group[town]];
        return town;
    };
    for (int i = 1; i < n; ++i) {
        int a = inf.readInt(1, n, "a");
        inf.readSpace();
        int b = inf.readInt(1, n, "b");
        inf.readSpace();
        inf.readInt(1, 10000, "toll");
        inf.readEoln();
        ensuref(find(a) != find(b), "road %d closes a circle", i);
        group[find(a)] = find(b);
    }
    inf.readEof();
}
