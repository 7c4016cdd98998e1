// Draws integers and prints a number made from all of them.
// usage: draw COUNT

#include <cstdio>
#include <cstdlib>

#include "draws.hpp"

int main(int argc, char* argv[]) {
    Draws draws(argc, argv);
    const int n = std::atoi(argv[1]);
    unsigned long long mixed = 0;
    for (int i = 0; i < n; ++i)
        mixed = mixed * 3 + static_cast<unsigned long long>(draws.between(1, 1000000000));
    std::printf("%llu\n", mixed);
}
