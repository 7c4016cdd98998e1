// Adds up in float, which has room for seven digits.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<float> w(n);
    float total = 0;
    for (auto& one : w) {
        std::cin >> one;
        total += one;
    }
    float left = 0, best = total;
    for (int i = 0; i + 1 < n; ++i) {
        left += w[i];
        best = std::min(best, std::fabs(total - 2 * left));
    }
    std::cout << static_cast<std::int64_t>(best) << '\n';
}
