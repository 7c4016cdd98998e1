// Asks a multiset how many there are, which counts them one by one: slow if there are two heights with very many marks.
#include <cstdio>
#include <set>

using namespace std;

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    multiset<long long> seen;
    long long count = 0;
    for (int i = 0; i < n; ++i) {
        long long x;
        if (scanf("%lld", &x) != 1) return 1;
        count += seen.count(x - d) + seen.count(x + d);
        seen.insert(x);
    }
    printf("%lld\n", count);
}
