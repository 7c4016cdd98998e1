// The squares of long ways have more than 31 bits.
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> x(n), y(n);
    for (int i = 0; i < n; ++i)
        if (scanf("%d %d", &x[i], &y[i]) != 2) return 1;
    double length = 0;
    for (int i = 0; i < n; ++i) {
        int dx = x[(i + 1) % n] - x[i], dy = y[(i + 1) % n] - y[i];
        length += std::sqrt(static_cast<unsigned>(dx) * dx + static_cast<unsigned>(dy) * dy);
    }
    printf("%.9f\n", length);
    return 0;
}
