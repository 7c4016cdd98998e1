#include <algorithm>
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
    std::int64_t left = 0, best = total;
    for (int i = 0; i + 1 < n; ++i) {
        left += w[i];
        best = std::min(best, std::abs(total - 2 * left));
    }
    std::cout << best << '\n';
}
