// Exact inside, but prints with the six digits std::cout has by default.
#include <iostream>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int n, k;
    cin >> n >> k;
    vector<long long> p(n + 1);
    for (int i = 1; i <= n; ++i) {
        int x;
        cin >> x;
        p[i] = p[i - 1] + x;
    }
    long long sum = p[k], len = k;
    while (true) {
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
    cout << double(sum) / double(len) << endl;
}
