// Paints metre by metre: who begins one metre behind the end of another is taken to join on.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, length;
    if (scanf("%d %d", &n, &length) != 2) return 1;
    vector<pair<int, int>> painters(n);
    for (auto& [l, r] : painters)
        if (scanf("%d %d", &l, &r) != 2) return 1;
    sort(painters.begin(), painters.end());
    int painted = 0, count = 0, next = 0;
    while (painted < length) {
        int reach = painted;
        while (next < n && painters[next].first <= painted + (painted > 0)) reach = max(reach, painters[next++].second);
        if (reach == painted) {
            puts("-1");
            return 0;
        }
        painted = reach;
        ++count;
    }
    printf("%d\n", count);
}
