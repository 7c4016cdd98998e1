// Planks, slow: for each plank all tiles are looked at. O(n * n).
#include <cstdio>
#include <vector>

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    std::vector<long long> tiles(n);
    for (long long& tile : tiles)
        if (scanf("%lld", &tile) != 1) return 1;
    std::vector<char> is_open(n, 1);
    std::vector<long long> begins;
    for (;;) {
        long long first = -1;
        for (int i = n - 1; i >= 0; i--)
            if (is_open[i] && (first < 0 || tiles[i] < first)) first = tiles[i];
        if (first < 0) break;
        begins.push_back(first);
        for (int i = 0; i < n; i++)
            if (tiles[i] >= first && tiles[i] < first + k) is_open[i] = 0;
    }
    printf("%zu\n", begins.size());
    for (long long begin : begins) printf("%lld ", begin);
    printf("\n");
}
