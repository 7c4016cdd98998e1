// Knows heights by a product modulo 2^64. The factor is a multiple of 2^17, so heights that are 2^47 or a multiple of it
// apart are the same to it.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

unsigned long long mixed(unsigned long long x) { return x * 0x9E3779B97F4A0000ULL >> 16; }

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    vector<long long> a(n);
    vector<unsigned long long> keys;
    for (auto& x : a) {
        if (scanf("%lld", &x) != 1) return 1;
        keys.push_back(mixed(x));
    }
    sort(keys.begin(), keys.end());
    long long count = 0;
    for (long long x : a) {
        auto [from, to] = equal_range(keys.begin(), keys.end(), mixed(x + d));
        count += to - from;
    }
    printf("%lld\n", count);
}
