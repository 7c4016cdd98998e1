// What contestants begin with.
#include <iostream>

int main() {
    int n;
    long long k;
    std::cin >> n >> k;
    std::cout << 0 << ' ' << 0 << '\n';
}
