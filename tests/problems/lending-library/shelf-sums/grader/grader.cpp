#include <cstdio>
#include <vector>

#include "solve.hpp"

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    std::vector<int> shelf(n);
    for (int& book : shelf)
        if (scanf("%d", &book) != 1) return 1;
    prepare(shelf);
    while (q-- > 0) {
        int l, r;
        if (scanf("%d %d", &l, &r) != 2) return 1;
        printf("%lld\n", thickness(l, r));
    }
}
