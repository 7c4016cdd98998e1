// Counts in an unordered_map: slow if the heights are multiples of how many buckets it has.
#include <cstdio>
#include <unordered_map>

using namespace std;

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    unordered_map<long long, int> seen;
    long long count = 0;
    for (int i = 0; i < n; ++i) {
        long long x;
        if (scanf("%lld", &x) != 1) return 1;
        if (auto below = seen.find(x - d); below != seen.end()) count += below->second;
        if (auto above = seen.find(x + d); above != seen.end()) count += above->second;
        ++seen[x];
    }
    printf("%lld\n", count);
}
