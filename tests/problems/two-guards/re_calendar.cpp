#include <iostream>
#include <vector>

// A calendar for a million nights.
int main() {
    long long n, a, b, count = 0, both = 0;
    std::cin >> n >> a >> b;
    std::vector<char> off(1000001);
    for (long long night = a; night <= n; night += a) off.at(night) = 1;
    for (long long night = b; night <= n; night += b) {
        if (off.at(night) == 1) both = night;
        off[night] = 2;
    }
    for (char one : off) count += one > 0;
    std::cout << count << ' ' << both << std::endl;
}
