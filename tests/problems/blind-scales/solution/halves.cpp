#include "scales.h"

// As good as pairs only where all parts split evenly down to two.
std::pair<int, int> between(int from, int to) {
    if (to - from == 1) return {from, from};
    if (to - from == 2) return lighter(from, from + 1) ? std::pair(from, from + 1) : std::pair(from + 1, from);
    int middle = (from + to) / 2;
    auto left = between(from, middle), right = between(middle, to);
    return {lighter(left.first, right.first) ? left.first : right.first,
            lighter(left.second, right.second) ? right.second : left.second};
}

std::pair<int, int> extremes(int n) { return between(0, n); }
