// Tries every run.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<long long> a(n);
    for (long long& x : a) {
        std::cin >> x;
    }
    long long best = a[0];
    for (int i = 0; i < n; i++) {
        long long sum = 0;
        for (int j = i; j < n; j++) {
            sum += a[j];
            best = std::max(best, sum);
        }
    }
    std::cout << best << '\n';
}
