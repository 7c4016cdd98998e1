#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n;
    long long s;
    if (scanf("%d %lld", &n, &s) != 2) return 1;
    vector<pair<long long, int>> w(n);
    for (int i = 0; i < n; ++i) {
        if (scanf("%lld", &w[i].first) != 1) return 1;
        w[i].second = i + 1;
    }
    sort(w.begin(), w.end());
    int l = 0, r = n - 1;
    while (l < r) {
        long long sum = w[l].first + w[r].first;
        if (sum == s) {
            printf("%d %d\n", w[l].second, w[r].second);
            return 0;
        }
        if (sum < s) ++l;
        else --r;
    }
    puts("-1");
}
