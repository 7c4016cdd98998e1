// Planks, wrong: the number alone.
#include <cstdio>

int main() {
    int n, k, planks = 0, covered = 0;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    for (int i = 0; i < n; i++) {
        int tile;
        if (scanf("%d", &tile) != 1) return 1;
        if (tile > covered) {
            planks++;
            covered = tile + k - 1;
        }
    }
    printf("%d\n", planks);
}
