// Planks, wrong: planks lie side by side from tile 1 on.
#include <cstdio>
#include <vector>

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    std::vector<int> begins;
    for (int i = 0; i < n; i++) {
        int tile;
        if (scanf("%d", &tile) != 1) return 1;
        int begin = (tile - 1) / k * k + 1;
        if (begins.empty() || begins.back() != begin) begins.push_back(begin);
    }
    printf("%zu\n", begins.size());
    for (int begin : begins) printf("%d ", begin);
    printf("\n");
}
