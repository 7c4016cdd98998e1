#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> w(n);
    unsigned total = 0;
    for (auto& one : w) {
        std::cin >> one;
        total += one;
    }
    unsigned left = 0, best = total;
    for (int i = 0; i + 1 < n; ++i) {
        left += w[i];
        unsigned right = total - left;
        best = std::min(best, std::max(left, right) - std::min(left, right));
    }
    std::cout << best << '\n';
}
