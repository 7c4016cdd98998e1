#include <iostream>

// Takes the product for the least common multiple.
int main() {
    long long n, a, b;
    std::cin >> n >> a >> b;
    std::cout << n / a + n / b - n / (a * b) << ' ' << (a * b <= n ? a * b : 0) << std::endl;
}
