// Forgets that the two parcels must be different: with one parcel of weight s / 2 it is taken twice.
#include <cstdio>
#include <map>
#include <vector>

using namespace std;

int main() {
    int n;
    long long s;
    if (scanf("%d %lld", &n, &s) != 2) return 1;
    vector<long long> w(n + 1);
    map<long long, int> where;
    for (int i = 1; i <= n; ++i) {
        if (scanf("%lld", &w[i]) != 1) return 1;
        where[w[i]] = i;
    }
    for (int i = 1; i <= n; ++i) {
        auto it = where.find(s - w[i]);
        if (it != where.end()) {
            printf("%d %d\n", i, it->second);
            return 0;
        }
    }
    puts("-1");
}
