// Believes that a longer spell is never warmer, so only looks at spells of exactly k days.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<long long> p(n + 1);
    for (int i = 1; i <= n; ++i) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        p[i] = p[i - 1] + x;
    }
    long long best = p[k];
    for (int j = k; j <= n; ++j)
        if (p[j] - p[j - k] > best) best = p[j] - p[j - k];
    printf("%.9f\n", double(best) / k);
}
