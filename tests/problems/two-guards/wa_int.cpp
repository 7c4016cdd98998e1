#include <iostream>
#include <numeric>

// The least common multiple in 32 bits.
int main() {
    long long n, a, b;
    std::cin >> n >> a >> b;
    unsigned both = static_cast<unsigned>(a / std::gcd(a, b)) * static_cast<unsigned>(b);
    if (both == 0) both = 1;
    std::cout << n / a + n / b - n / both << ' ' << (both <= n ? both : 0) << std::endl;
}
