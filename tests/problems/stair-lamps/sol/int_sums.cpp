// Sums of 32 bits.
// @check-accepted: examples small
// @check-wrong-answer: same full
#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    int n;
    long long k;
    std::cin >> n >> k;
    std::vector<long long> a(n);
    for (auto& lamp : a) std::cin >> lamp;
    std::uint32_t sum = 0;
    int best = 0, first = 0;
    for (int from = 0, to = 0; to < n; to++) {
        sum += static_cast<std::uint32_t>(a[to]);
        while (from <= to && sum > k) sum -= static_cast<std::uint32_t>(a[from++]);
        if (to - from + 1 > best) {
            best = to - from + 1;
            first = from + 1;
        }
    }
    std::cout << best << ' ' << first << '\n';
}
