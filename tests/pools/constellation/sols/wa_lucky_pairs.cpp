// Tries the lines through 600 pairs that it draws, always the same; enough as long as many stars are on the line.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<long long, long long>> s(n);
    for (auto& [x, y] : s)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    int best = min(n, 2);
    auto attempt = [&](int i, int j) {
        long long dx = s[j].first - s[i].first, dy = s[j].second - s[i].second;
        if (dx == 0 && dy == 0) {
            best = max<int>(best, count(s.begin(), s.end(), s[i]));
            return;
        }
        int on = 0;
        for (auto [x, y] : s) on += (__int128)dx * (y - s[i].second) == (__int128)dy * (x - s[i].first);
        best = max(best, on);
    };
    srand(2024);
    if (n <= 30) {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < i; ++j) attempt(i, j);
    } else {
        for (int tries = 0; tries < 600; ++tries) {
            int i = rand() % n;
            attempt(i, rand() % n);
        }
    }
    printf("%d\n", best);
}
