#include <algorithm>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    long long best = -1000000000000000000LL, here = 0, x;
    while (n-- > 0 && std::cin >> x) {
        here = std::max(here, 0LL) + x;
        best = std::max(best, here);
    }
    std::cout << best << "\n";
}
