// Wrong: takes the empty run, so it prints 0 when all integers are negative.
#include <algorithm>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    long long best = 0, here = 0;
    for (int i = 0; i < n; i++) {
        long long a;
        std::cin >> a;
        here = std::max(here + a, 0LL);
        best = std::max(best, here);
    }
    std::cout << best << '\n';
}
