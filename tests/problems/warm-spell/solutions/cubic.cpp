// Every spell, summed day by day.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    double best = -1e18;
    for (int i = 0; i < n; ++i)
        for (int j = i + k; j <= n; ++j) {
            long long sum = 0;
            for (int d = i; d < j; ++d) sum += a[d];
            if (double(sum) / (j - i) > best) best = double(sum) / (j - i);
        }
    printf("%.9f\n", best);
}
