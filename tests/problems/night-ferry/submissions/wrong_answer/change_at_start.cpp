// Takes the time to change on island 1 too, before the first ferry.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

struct Ferry {
    int leaves, from, to, minutes;
};

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    vector<int> change(n + 1);
    for (int v = 1; v <= n; ++v)
        if (scanf("%d", &change[v]) != 1) return 1;
    vector<Ferry> ferries(m);
    for (Ferry& ferry : ferries) {
        int hour, minute;
        if (scanf("%*s %d %d %d:%d %d", &ferry.from, &ferry.to, &hour, &minute, &ferry.minutes) != 5) return 1;
        ferry.leaves = (hour < 20 ? hour + 24 : hour) * 60 + minute;
    }
    sort(ferries.begin(), ferries.end(), [](const Ferry& a, const Ferry& b) { return a.leaves < b.leaves; });
    const int never = 1 << 30;
    vector<int> arrives(n + 1, never), ready(n + 1, never);
    ready[1] = 20 * 60 + change[1];
    for (const Ferry& ferry : ferries) {
        if (ready[ferry.from] > ferry.leaves) continue;
        arrives[ferry.to] = min(arrives[ferry.to], ferry.leaves + ferry.minutes);
        ready[ferry.to] = min(ready[ferry.to], arrives[ferry.to] + change[ferry.to]);
    }
    if (arrives[n] == never) {
        puts("STRANDED");
    } else {
        printf("%02d:%02d\n", arrives[n] / 60 % 24, arrives[n] % 60);
    }
    return 0;
}
