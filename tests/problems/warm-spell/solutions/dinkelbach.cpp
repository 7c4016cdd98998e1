// Improve the average until no stretch is better than it; all in whole numbers.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<long long> p(n + 1);
    for (int i = 1; i <= n; ++i) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        p[i] = p[i - 1] + x;
    }
    long long sum = p[k], len = k;
    while (true) {
        // Maximise (p[j] - p[i]) * len - (j - i) * sum.
        long long best = 0, newSum = sum, newLen = len;
        int low = 0;
        for (int j = k; j <= n; ++j) {
            int i = j - k;
            if (p[i] * len - i * sum < p[low] * len - low * sum) low = i;
            long long gain = (p[j] - p[low]) * len - (j - low) * sum;
            if (gain > best) {
                best = gain;
                newSum = p[j] - p[low];
                newLen = j - low;
            }
        }
        if (best == 0) break;
        sum = newSum;
        len = newLen;
    }
    printf("%.9f\n", double(sum) / double(len));
}
