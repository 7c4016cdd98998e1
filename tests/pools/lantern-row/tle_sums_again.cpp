// Keeps the falling maxima in a map and adds all of them up again for every end of a stretch. There are few of them,
// unless the row falls all along.
#include <cstdio>
#include <map>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    map<long long, long long> count;  // of the stretches that end here, by their maximum
    long long sum = 0;
    for (int i = 0; i < n; ++i) {
        long long x, merged = 1;
        if (scanf("%lld", &x) != 1) return 1;
        while (!count.empty() && count.begin()->first <= x) {
            merged += count.begin()->second;
            count.erase(count.begin());
        }
        count[x] = merged;
        for (auto& [value, many] : count) sum += value * many;
    }
    printf("%lld\n", sum);
}
