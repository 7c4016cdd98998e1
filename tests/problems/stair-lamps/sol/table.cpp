// Room for a thousand lamps.
// @check-accepted: examples small
// @check-runtime-error: s?me full
#include <array>
#include <iostream>

std::array<long long, 1001> a;

int main() {
    int n;
    long long k;
    std::cin >> n >> k;
    for (int i = 0; i < n; i++) std::cin >> a.at(i);
    int best = 0, first = 0;
    for (int from = 0; from < n; from++) {
        long long sum = 0;
        for (int to = from; to < n && (sum += a.at(to)) <= k; to++)
            if (to - from + 1 > best) {
                best = to - from + 1;
                first = from + 1;
            }
    }
    std::cout << best << ' ' << first << '\n';
}
