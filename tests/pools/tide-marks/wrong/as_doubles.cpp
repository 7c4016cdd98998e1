// Heights as floating point: above 2^53 neighbours are the same.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    double d;
    if (scanf("%d %lf", &n, &d) != 2) return 1;
    vector<double> a(n);
    for (auto& x : a)
        if (scanf("%lf", &x) != 1) return 1;
    sort(a.begin(), a.end());
    long long count = 0;
    for (double x : a) {
        auto [from, to] = equal_range(a.begin(), a.end(), x + d);
        count += to - from;
    }
    printf("%lld\n", count);
}
