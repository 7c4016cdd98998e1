#include <vector>

#include "scales.h"

// Losers of the first round play among themselves.
int last(std::vector<int> crates, bool light) {
    while (crates.size() > 1) {
        std::vector<int> left;
        for (int i = 0; i + 1 < int(crates.size()); i += 2)
            left.push_back(lighter(crates[i], crates[i + 1]) == light ? crates[i] : crates[i + 1]);
        if (crates.size() % 2) left.push_back(crates.back());
        crates = left;
    }
    return crates[0];
}

std::pair<int, int> extremes(int n) {
    std::vector<int> small, large;
    for (int i = 0; i + 1 < n; i += 2) {
        bool is_lighter = lighter(i, i + 1);
        small.push_back(is_lighter ? i : i + 1);
        large.push_back(is_lighter ? i + 1 : i);
    }
    if (n % 2) {
        small.push_back(n - 1);
        large.push_back(n - 1);
    }
    return {last(small, true), last(large, false)};
}
