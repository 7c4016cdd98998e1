// The difference of two coordinates is an int, though they may lie more than 2^31 apart.
#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<int> x(n), y(n);
    for (int i = 0; i < n; ++i)
        if (scanf("%d %d", &x[i], &y[i]) != 2) return 1;
    int best = 0;
    for (int i = 0; i < n; ++i) {
        int same = 0, most = 0;
        vector<pair<long long, long long>> ways;
        for (int j = i; j < n; ++j) {
            int dx = x[j] - x[i], dy = y[j] - y[i];
            if (dx == 0 && dy == 0) {
                ++same;
                continue;
            }
            long long d = gcd(dx, dy);
            if (dx < 0 || (dx == 0 && dy < 0)) d = -d;
            ways.push_back({dx / d, dy / d});
        }
        sort(ways.begin(), ways.end());
        int run = 0;
        for (size_t j = 0; j < ways.size(); ++j) {
            run = j > 0 && ways[j] == ways[j - 1] ? run + 1 : 1;
            most = max(most, run);
        }
        best = max(best, same + most);
    }
    printf("%d\n", best);
}
