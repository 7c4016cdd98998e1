// Wrong: sums do not fit 32 bits.
#include <algorithm>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    int best = 0, here = 0;
    for (int i = 0; i < n; i++) {
        int a;
        std::cin >> a;
        here = i == 0 ? a : std::max(int(unsigned(here) + unsigned(a)), a);
        best = i == 0 ? here : std::max(best, here);
    }
    std::cout << best << '\n';
}
