// Every pair, and every third star against it, in 128 bits; stops early where there is no more to be had.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<long long, long long>> s(n);
    for (auto& [x, y] : s)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    int best = 1;
    for (int i = 0; i < n; ++i) {
        int same = count(s.begin(), s.end(), s[i]);
        best = max(best, same);
        for (int j = i + 1; j < n && n - i > best; ++j) {
            long long dx = s[j].first - s[i].first, dy = s[j].second - s[i].second;
            if (dx == 0 && dy == 0) continue;
            int on = 0;
            for (auto [x, y] : s) on += (__int128)dx * (y - s[i].second) == (__int128)dy * (x - s[i].first);
            best = max(best, on);
        }
    }
    printf("%d\n", best);
}
