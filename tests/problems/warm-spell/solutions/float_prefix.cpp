// Single precision has seven digits; the prefix sums have more.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<float> p(n + 1);
    for (int i = 1; i <= n; ++i) {
        float x;
        if (scanf("%f", &x) != 1) return 1;
        p[i] = p[i - 1] + x;
    }
    double best = -1e18;
    int low = 0;
    for (int round = 0; round < 50; ++round) {
        double from = round == 0 ? (p[k] - p[0]) / k : best;
        low = 0;
        for (int j = k; j <= n; ++j) {
            int i = j - k;
            if (p[i] - from * i < p[low] - from * low) low = i;
            double average = double(p[j] - p[low]) / (j - low);
            if (average > best) best = average;
        }
    }
    printf("%.9f\n", best);
}
