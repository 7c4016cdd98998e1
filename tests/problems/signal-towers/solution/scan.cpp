#include "towers.h"

// Looks at all towers for each that it lights.
std::vector<int> light(const std::vector<int>& reach) {
    int n = reach.size();
    std::vector<int> lit;
    for (int dark = 0; dark < n;) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (i - reach[i] <= dark && (best < 0 || i + reach[i] > best + reach[best])) best = i;
        lit.push_back(best + 1);
        dark = best + reach[best] + 1;
    }
    return lit;
}
