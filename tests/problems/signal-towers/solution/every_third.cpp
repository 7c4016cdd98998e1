#include <algorithm>

#include "towers.h"

// For towers that see their neighbours only.
std::vector<int> light(const std::vector<int>& reach) {
    int n = reach.size();
    std::vector<int> lit;
    for (int i = 1; i < n + 1; i += 3) lit.push_back(std::min(i + 1, n));
    return lit;
}
