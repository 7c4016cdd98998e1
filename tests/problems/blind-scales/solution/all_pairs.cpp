#include <algorithm>
#include <vector>

#include "scales.h"

// Weighs every two.
std::pair<int, int> extremes(int n) {
    std::vector<int> heavier_than(n);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) heavier_than[lighter(i, j) ? j : i]++;
    auto [low, high] = std::minmax_element(heavier_than.begin(), heavier_than.end());
    return {int(low - heavier_than.begin()), int(high - heavier_than.begin())};
}
