#include <vector>

#include "scales.h"

// There is room for 1000 crates.
std::pair<int, int> extremes(int n) {
    std::vector<int> small(500), large(500);
    int pairs = 0;
    for (int i = n % 2; i + 1 < n; i += 2, pairs++) {
        bool is_lighter = lighter(i, i + 1);
        small.at(pairs) = is_lighter ? i : i + 1;
        large.at(pairs) = is_lighter ? i + 1 : i;
    }
    int low = n % 2 ? 0 : small[0], high = n % 2 ? 0 : large[0];
    for (int i = n % 2 ? 0 : 1; i < pairs; i++) {
        if (lighter(small[i], low)) low = small[i];
        if (lighter(high, large[i])) high = large[i];
    }
    return {low, high};
}
