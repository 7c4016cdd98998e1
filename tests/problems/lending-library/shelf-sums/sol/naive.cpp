#include <cstdio>
#include <vector>

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    std::vector<long long> a(n);
    for (auto& x : a) scanf("%lld", &x);
    while (q-- > 0) {
        int l, r;
        scanf("%d %d", &l, &r);
        volatile long long sum = 0;
        for (int i = l; i < r; i++) sum = sum + a[i];
        printf("%lld\n", static_cast<long long>(sum));
    }
}
