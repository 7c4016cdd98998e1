#include "scales.h"

// Never weighs the last of an odd number of crates.
std::pair<int, int> extremes(int n) {
    int low = -1, high = -1;
    for (int i = 0; i + 1 < n; i += 2) {
        int small = i, large = i + 1;
        if (lighter(large, small)) std::swap(small, large);
        if (low < 0 || lighter(small, low)) low = small;
        if (high < 0 || lighter(high, large)) high = large;
    }
    return {low, high};
}
