#include "scales.h"

// Numbers of crates do not fit above 32767.
std::pair<int, int> extremes(int n) {
    short low = 0, high = 0;
    for (int i = n % 2; i + 1 < n; i += 2) {
        short small = i, large = i + 1;
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
