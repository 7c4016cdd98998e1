#include <iostream>
#include <numeric>

int main() {
    long long n, a, b;
    std::cin >> n >> a >> b;
    long long both = std::lcm(a, b);
    std::cout << n / a + n / b - n / both << ' ' << (both <= n ? both : 0) << std::endl;
}
