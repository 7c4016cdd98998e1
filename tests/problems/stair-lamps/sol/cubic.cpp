/*
 * Adds up every run anew.
 *
 * @check-accepted: examples small
 * @check-time-limit-exceeded: same full
 */
#include <iostream>
#include <vector>

int main() {
    int n;
    long long k;
    std::cin >> n >> k;
    std::vector<long long> a(n);
    for (auto& lamp : a) std::cin >> lamp;
    int best = 0, first = 0;
    for (int from = 0; from < n; from++)
        for (int to = from; to < n; to++) {
            volatile long long sum = 0;
            for (int i = from; i <= to; i++) sum = sum + a[i];
            if (sum <= k && to - from + 1 > best) {
                best = to - from + 1;
                first = from + 1;
            }
        }
    std::cout << best << ' ' << first << '\n';
}
