#include "scales.h"

// The lightest first, then the heaviest of the others.
std::pair<int, int> extremes(int n) {
    int low = 0;
    for (int i = 1; i < n; i++)
        if (lighter(i, low)) low = i;
    int high = low == 0 ? 1 : 0;
    for (int i = high + 1; i < n; i++)
        if (i != low && lighter(high, i)) high = i;
    return {low, high};
}
