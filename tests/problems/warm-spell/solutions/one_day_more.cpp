// Off by one: demands more than k days instead of at least k.
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
    ++k;
    if (k > n) {
        puts("0.000000000");
        return 0;
    }
    long long sum = p[k], len = k;
    for (bool better = true; better;) {
        better = false;
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
                better = true;
            }
        }
        sum = newSum;
        len = newLen;
    }
    printf("%.9f\n", double(sum) / double(len));
}
