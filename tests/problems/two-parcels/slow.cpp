// For every first parcel, puts all the others into a set and looks for the second: n^2 log n.
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n;
    long long s;
    if (scanf("%d %lld", &n, &s) != 2) return 1;
    vector<long long> w(n);
    for (auto& x : w)
        if (scanf("%lld", &x) != 1) return 1;
    for (int i = 0; i < n; ++i) {
        set<pair<long long, int>> others;
        for (int j = 0; j < n; ++j)
            if (j != i) others.insert({w[j], j});
        auto it = others.lower_bound({s - w[i], 0});
        if (it != others.end() && it->first == s - w[i]) {
            printf("%d %d\n", i + 1, it->second + 1);
            return 0;
        }
    }
    puts("-1");
}
