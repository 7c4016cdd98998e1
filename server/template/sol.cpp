// The main solution: for each end, the best run that ends there.
#include <algorithm>
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    long long best = 0, here = 0;
    for (int i = 0; i < n; i++) {
        long long a;
        std::cin >> a;
        here = i == 0 ? a : std::max(here + a, a);
        best = i == 0 ? here : std::max(best, here);
    }
    std::cout << best << '\n';
}
