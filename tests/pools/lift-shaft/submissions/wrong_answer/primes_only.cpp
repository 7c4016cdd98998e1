// Mirrors ways, and divides by Fermat's theorem: right if the modulus is a prime, and larger than 2n.
#include <cstdlib>
#include <iostream>
#include <vector>

using namespace std;

typedef unsigned long long number;

int main() {
    int n, h;
    number mod;
    cin >> n >> h >> mod;
    auto power = [&](number base, number exponent) {
        number result = 1 % mod;
        for (; exponent > 0; exponent /= 2) {
            if (exponent % 2) result = result * base % mod;
            base = base * base % mod;
        }
        return result;
    };
    vector<number> factorial = {1 % mod};
    for (int i = 1; i <= 2 * n; ++i) factorial.push_back(factorial.back() * i % mod);
    auto choose = [&](int k) {
        number below = factorial[k] * factorial[2 * n - k] % mod;
        return factorial[2 * n] * power(below, mod - 2) % mod;
    };
    number total = 0;
    int width = 2 * (h + 2);
    for (int k = -2 * n / width - 1; k <= 2 * n / width + 1; ++k) {
        int end = k * width;
        if (abs(end) <= 2 * n) total = (total + choose(n + end / 2)) % mod;
        end -= 2;
        if (abs(end) <= 2 * n) total = (total + mod - choose(n + end / 2)) % mod;
    }
    cout << total << '\n';
}
