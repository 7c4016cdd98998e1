// Planks, main solution: each plank begins at the first broken tile that is open. O(n).
#include <cstdio>
#include <vector>

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    std::vector<int> begins;
    for (int i = 0, covered = 0; i < n; i++) {
        int tile;
        if (scanf("%d", &tile) != 1) return 1;
        if (tile > covered) {
            begins.push_back(tile);
            covered = tile + k - 1;
        }
    }
    printf("%zu\n", begins.size());
    for (size_t i = 0; i < begins.size(); i++) printf("%d%c", begins[i], i + 1 < begins.size() ? ' ' : '\n');
}
