// Planks: writes the inputs into the working directory.
#include <cstdio>
#include <random>
#include <set>
#include <string>

static std::mt19937 random_bits;

static int between(int low, int high) { return low + int(random_bits() % (unsigned)(high - low + 1)); }

static void write(const std::string& name, int k, const std::set<int>& tiles) {
    FILE* file = fopen(("pla" + name + ".in").c_str(), "w");
    fprintf(file, "%zu %d\n", tiles.size(), k);
    const char* blank = "";
    for (int tile : tiles) {
        fprintf(file, "%s%d", blank, tile);
        blank = " ";
    }
    fprintf(file, "\n");
    fclose(file);
}

static std::set<int> some(int n, int most) {
    std::set<int> tiles;
    while ((int)tiles.size() < n) tiles.insert(between(1, most));
    return tiles;
}

static std::set<int> every(int n, int step) {
    std::set<int> tiles;
    for (int i = 1; i <= n; i++) tiles.insert(i * step);
    return tiles;
}

int main() {
    random_bits.seed(7);
    write("1a", 1, {1});
    write("1b", 4, {3, 6, 7, 12, 14, 20});
    write("1c", 3, some(10, 30));
    write("2a", 5, some(900, 4000));
    write("2b", 1000, some(1000, 1000000000));
    write("3a", 2, every(100000, 3));
    write("3b", 1000000, some(50000, 1000000000));
    write("1ocen", 1, every(100000, 10000));
}
