#include <stdexcept>

#include "towers.h"

// Its table is for 300 towers.
std::vector<int> light(const std::vector<int>& reach) {
    int n = reach.size();
    if (n > 300) throw std::length_error("too many towers");
    std::vector<int> furthest(n, -1), lit;
    for (int from = 0; from < n; from++)
        for (int i = 0; i < n; i++)
            if (i - reach[i] <= from && (furthest[from] < 0 || i + reach[i] > furthest[from] + reach[furthest[from]]))
                furthest[from] = i;
    for (int dark = 0; dark < n; dark = lit.back() + reach[lit.back() - 1]) lit.push_back(furthest[dark] + 1);
    return lit;
}
