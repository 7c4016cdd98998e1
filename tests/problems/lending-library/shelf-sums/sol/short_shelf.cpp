#include <cstdio>
#include <vector>

// Its shelf has room for 1000 books.
int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    std::vector<long long> before(1001);
    for (int i = 0; i < n; i++) {
        long long a;
        scanf("%lld", &a);
        before.at(i + 1) = before.at(i) + a;
    }
    while (q-- > 0) {
        int l, r;
        scanf("%d %d", &l, &r);
        printf("%lld\n", before[r] - before[l]);
    }
}
