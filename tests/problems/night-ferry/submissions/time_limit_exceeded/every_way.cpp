// Tries every way, one after the other.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

struct Ferry {
    int leaves, to, minutes;
};

static int n, m, best = 1 << 30;
static vector<int> change;
static vector<vector<Ferry>> ferries;

static void sail(int island, int ready) {
    for (const Ferry& ferry : ferries[island]) {
        if (ferry.leaves < ready) continue;
        int arrives = ferry.leaves + ferry.minutes;
        if (ferry.to == n)
            best = min(best, arrives);
        else
            sail(ferry.to, arrives + change[ferry.to]);
    }
}

int main() {
    if (scanf("%d %d", &n, &m) != 2) return 1;
    change.resize(n + 1);
    ferries.resize(n + 1);
    for (int v = 1; v <= n; ++v)
        if (scanf("%d", &change[v]) != 1) return 1;
    for (int i = 0; i < m; ++i) {
        int from, hour, minute;
        Ferry ferry;
        if (scanf("%*s %d %d %d:%d %d", &from, &ferry.to, &hour, &minute, &ferry.minutes) != 5) return 1;
        ferry.leaves = (hour < 20 ? hour + 24 : hour) * 60 + minute;
        ferries[from].push_back(ferry);
    }
    sail(1, 20 * 60);
    if (best == 1 << 30) {
        puts("STRANDED");
    } else {
        printf("%02d:%02d\n", best / 60 % 24, best % 60);
    }
    return 0;
}
