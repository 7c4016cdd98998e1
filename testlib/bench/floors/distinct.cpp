// Draws different integers and prints a number made from all of them.
// usage: distinct COUNT

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "draws.hpp"

int main(int argc, char* argv[]) {
    Draws draws(argc, argv);
    const int n = std::atoi(argv[1]);
    size_t slots = 16;
    while (slots < 2 * static_cast<size_t>(n))
        slots *= 2;
    std::vector<int> table(slots, 0);
    unsigned long long mixed = 0;
    for (int taken = 0; taken < n;) {
        const int value = draws.between(1, 1000000000);
        size_t at = (static_cast<size_t>(value) * 0x9E3779B97F4A7C15ULL >> 20) & (slots - 1);
        while (table[at] != 0 && table[at] != value)
            at = (at + 1) & (slots - 1);
        if (table[at] == value)
            continue;
        table[at] = value;
        mixed = mixed * 3 + static_cast<unsigned long long>(value);
        ++taken;
    }
    std::printf("%llu\n", mixed);
}
