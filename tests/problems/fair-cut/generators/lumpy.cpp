// Usage: lumpy N AT - a bar of N slices of one gram, but for the slice AT.
#include <cstdlib>
#include <iostream>

#include "bar.h"

int main(int, char** argv) {
    const int n = std::atoi(argv[1]), at = std::atoi(argv[2]);
    print_bar(n, [&](int i) { return i == at ? 1000 : 1; });
}
