#include "scales.h"

// The lighter of two can only be the lightest, the heavier one only the heaviest.
std::pair<int, int> extremes(int n) {
    int low = 0, high = 0;
    for (int i = n % 2; i + 1 < n; i += 2) {
        int small = i, large = i + 1;
        if (lighter(large, small)) std::swap(small, large);
        if (i == 0) {
            low = small;
            high = large;
            continue;
        }
        if (lighter(small, low)) low = small;
        if (lighter(high, large)) high = large;
    }
    return {low, high};
}
