// Makes ten random permutations and prints a number made from all of them.
// usage: permute SIZE

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "draws.hpp"

int main(int argc, char* argv[]) {
    Draws draws(argc, argv);
    const int n = std::atoi(argv[1]);
    unsigned long long mixed = 0;
    for (int round = 0; round < 10; ++round) {
        std::vector<int> values(static_cast<size_t>(n));
        for (int i = 0; i < n; ++i)
            values[static_cast<size_t>(i)] = i;
        for (int i = 1; i < n; ++i)
            std::swap(values[static_cast<size_t>(i)],
                      values[static_cast<size_t>(draws.below(i + 1))]);
        for (int value : values)
            mixed = mixed * 3 + static_cast<unsigned long long>(value);
    }
    std::printf("%llu\n", mixed);
}
