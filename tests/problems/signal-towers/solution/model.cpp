#include <algorithm>

#include "towers.h"

// Intervals that cover all of a line: always the one that reaches furthest among those that leave no gap.
std::vector<int> light(const std::vector<int>& reach) {
    int n = reach.size();
    std::vector<int> furthest(n, -1);
    for (int i = 0; i < n; i++) {
        int from = std::max(0, i - reach[i]);
        if (furthest[from] < 0 || furthest[from] + reach[furthest[from]] < i + reach[i]) furthest[from] = i;
    }
    std::vector<int> lit;
    int dark = 0, next = 0, best = -1;
    while (dark < n) {
        for (; next <= dark; next++)
            if (furthest[next] >= 0 && (best < 0 || best + reach[best] < furthest[next] + reach[furthest[next]]))
                best = furthest[next];
        lit.push_back(best + 1);
        dark = best + reach[best] + 1;
    }
    return lit;
}
