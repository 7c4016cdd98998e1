#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    vector<long long> a(n);
    for (auto& x : a)
        if (scanf("%lld", &x) != 1) return 1;
    sort(a.begin(), a.end());
    long long count = 0;
    for (long long x : a) {
        auto [from, to] = equal_range(a.begin(), a.end(), x + d);
        count += to - from;
    }
    printf("%lld\n", count);
}
