// Stops at the first cut whose left part is not the lighter one, without a look at the cut before it.
#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::int64_t> w(n);
    std::int64_t total = 0;
    for (auto& one : w) {
        std::cin >> one;
        total += one;
    }
    std::int64_t left = 0;
    for (int i = 0; i + 1 < n; ++i) {
        left += w[i];
        if (2 * left >= total || i + 2 == n) {
            std::cout << std::abs(2 * left - total) << '\n';
            return 0;
        }
    }
}
