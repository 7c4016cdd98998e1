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
    size_t from = 0, to = 0;
    for (long long x : a) {
        while (from < a.size() && a[from] < x + d) ++from;
        while (to < a.size() && a[to] <= x + d) ++to;
        count += to - from;
    }
    printf("%lld\n", count);
}
