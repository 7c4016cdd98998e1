#include <cstdio>
#include <vector>

// Takes the book at the right end along.
int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    std::vector<long long> before(n + 2);
    for (int i = 0; i < n; i++) {
        long long a;
        scanf("%lld", &a);
        before[i + 1] = before[i] + a;
    }
    before[n + 1] = before[n];
    while (q-- > 0) {
        int l, r;
        scanf("%d %d", &l, &r);
        printf("%lld\n", before[r + 1] - before[l]);
    }
}
