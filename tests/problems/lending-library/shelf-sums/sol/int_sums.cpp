#include <cstdio>
#include <vector>

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    std::vector<unsigned> before(n + 1);
    for (int i = 0; i < n; i++) {
        unsigned a;
        scanf("%u", &a);
        before[i + 1] = before[i] + a;
    }
    while (q-- > 0) {
        int l, r;
        scanf("%d %d", &l, &r);
        printf("%u\n", before[r] - before[l]);
    }
}
