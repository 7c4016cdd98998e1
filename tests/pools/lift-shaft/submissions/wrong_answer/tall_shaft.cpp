// Where the shaft is at least as high as the lift can come, it takes the recurrence of Catalan's numbers; else it counts
// floor by floor. It takes n - 1 floors for enough.
#include <iostream>
#include <vector>

using namespace std;

int main() {
    int n, h;
    long long mod;
    cin >> n >> h >> mod;
    if (n > 0 && h >= n - 1) {
        vector<long long> catalan = {1 % mod};
        for (int i = 1; i <= n; ++i) {
            long long sum = 0;
            for (int j = 0; j < i; ++j) sum = (sum + catalan[j] * catalan[i - 1 - j] % mod) % mod;
            catalan.push_back(sum);
        }
        cout << catalan[n] << '\n';
        return 0;
    }
    vector<long long> ways(h + 3, 0);
    ways[1] = 1 % mod;
    for (int move = 0; move < 2 * n; ++move) {
        vector<long long> next(h + 3, 0);
        for (int f = 1; f <= h + 1; ++f) next[f] = (ways[f - 1] + ways[f + 1]) % mod;
        ways = next;
    }
    cout << ways[1] << '\n';
}
