// Planks, wrong: room for 1000 tiles.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main() {
    const int room = 1000;
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    std::vector<int> tiles, begins;
    for (int i = 0; i < n; i++) {
        int tile;
        if (scanf("%d", &tile) != 1) return 1;
        if (i >= room) abort();
        tiles.push_back(tile);
    }
    int covered = 0;
    for (int tile : tiles) {
        if (tile > covered) {
            begins.push_back(tile);
            covered = tile + k - 1;
        }
    }
    printf("%zu\n", begins.size());
    for (int begin : begins) printf("%d ", begin);
    printf("\n");
}
