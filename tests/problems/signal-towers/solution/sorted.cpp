#include <algorithm>
#include <numeric>

#include "towers.h"

std::vector<int> light(const std::vector<int>& reach) {
    int n = reach.size();
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return a - reach[a] < b - reach[b]; });
    std::vector<int> lit;
    int dark = 0, best = -1;
    for (size_t at = 0; dark < n;) {
        while (at < order.size() && order[at] - reach[order[at]] <= dark) {
            int one = order[at++];
            if (best < 0 || one + reach[one] > best + reach[best]) best = one;
        }
        lit.push_back(best + 1);
        dark = best + reach[best] + 1;
    }
    return lit;
}
