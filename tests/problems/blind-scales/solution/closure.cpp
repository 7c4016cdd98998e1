#include <vector>

#include "scales.h"

static std::vector<std::vector<char>> known;

static bool weigh(int i, int j) {
    bool is_lighter = lighter(i, j);
    is_lighter ? known[i][j] = 1 : known[j][i] = 1;
    return is_lighter;
}

// Asks like the model solution and believes nothing but what follows from all weighings: goes over all triples until
// nothing new comes.
std::pair<int, int> extremes(int n) {
    known.assign(n, std::vector<char>(n));
    int low = 0, high = 0;
    for (int i = n % 2; i + 1 < n; i += 2) {
        int small = i, large = i + 1;
        if (weigh(large, small)) std::swap(small, large);
        if (i == 0) {
            low = small;
            high = large;
            continue;
        }
        if (weigh(small, low)) low = small;
        if (weigh(high, large)) high = large;
    }
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    if (known[k][j] & known[i][k] & !known[i][j]) is_new = known[i][j] = 1;
    }
    std::pair<int, int> found;
    for (int i = 0; i < n; i++) {
        int above = 0, below = 0;
        for (int j = 0; j < n; j++) above += known[i][j], below += known[j][i];
        if (above == n - 1) found.first = i;
        if (below == n - 1) found.second = i;
    }
    return found;
}
