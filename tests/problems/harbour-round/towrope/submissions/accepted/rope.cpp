#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<double> x(n), y(n);
    for (int i = 0; i < n; ++i)
        if (scanf("%lf %lf", &x[i], &y[i]) != 2) return 1;
    double length = 0;
    for (int i = 0; i < n; ++i) length += std::hypot(x[(i + 1) % n] - x[i], y[(i + 1) % n] - y[i]);
    printf("%.9f\n", length);
    return 0;
}
