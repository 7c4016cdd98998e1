// Trusts that a pair exists; without one the two ends walk past each other and off the array.
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
    size_t l = 0, r = n - 1;
    while (w.at(l).first + w.at(r).first != s) {
        if (w.at(l).first + w.at(r).first < s) ++l;
        else --r;
    }
    printf("%d %d\n", w.at(l).second, w.at(r).second);
}
