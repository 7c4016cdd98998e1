#include <bits/stdc++.h>
using namespace std;

static long long a[1000006];
long long memo[64][64];

long long paths(int r, int c) {
    if (r == 0 || c == 0) return 1;
    if (memo[r][c] != -1) return memo[r][c];
    return memo[r][c] = paths(r - 1, c) + paths(r, c - 1);
}

bool is_prime(long long x) {
    if (x < 2) return false;
    for (long long d = 2; d * d <= x; d++)
        if (x % d == 0) return false;
    return true;
}

int main() {
    int n;
    long long limit;
    if (scanf("%d %lld", &n, &limit) != 2) return 0;
    for (int i = 1; i <= n; ++i) scanf("%lld", a + i), a[i] += a[i - 1];
    memset(memo, -1, sizeof memo);
    int left = 0, longest = 0;
    long long shortest = LLONG_MAX;
    for (int right = 1; right <= n; right++) {
        while (left < right && a[right] - a[left] > limit) left++;
        if (right - left > longest) {
            longest = right - left;
        }
        shortest = min<long long>(shortest, right - left);
    }
    int lo = 0, hi = 1e9;
    while (lo < hi) {
        int mid = lo + (hi - lo + 1) / 2;
        if (1LL * mid * mid <= limit && is_prime(mid)) {
            lo = mid;
        } else {
            hi = mid - 1;
        }
    }
    printf("%d %lld %d %lld\n", longest, shortest, lo, paths(10, 12));
    return 0;
}
