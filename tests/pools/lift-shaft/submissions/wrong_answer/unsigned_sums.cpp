// The sum of two rests does not fit into 32 bits if the modulus is above 2^31.
#include <iostream>
#include <vector>

using namespace std;

int main() {
    int n, h;
    long long mod;
    cin >> n >> h >> mod;
    vector<unsigned> ways(h + 3, 0);  // floor f is at f + 1
    ways[1] = 1 % mod;
    for (int move = 0; move < 2 * n; ++move) {
        vector<unsigned> next(h + 3, 0);
        for (int f = 1; f <= h + 1; ++f) next[f] = (ways[f - 1] + ways[f + 1]) % mod;
        ways = next;
    }
    cout << ways[1] << '\n';
}
