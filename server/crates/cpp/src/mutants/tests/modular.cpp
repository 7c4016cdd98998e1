// Number of ways to climb n stairs with the steps given, and binomials for the second part.
#include <bits/stdc++.h>
using namespace std;

typedef long long ll;
const int MOD = 1e9 + 7;
const int N = 200005;

ll fact[N], inv[N];

ll power(ll base, ll exp) {
    ll result = 1;
    base %= MOD;
    while (exp > 0) {
        if (exp & 1) result = result * base % MOD;
        base = base * base % MOD;
        exp >>= 1;
    }
    return result;
}

ll choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    return fact[n] * inv[k] % MOD * inv[n - k] % MOD;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    fact[0] = 1;
    for (int i = 1; i < N; i++) fact[i] = fact[i - 1] * i % MOD;
    inv[N - 1] = power(fact[N - 1], MOD - 2);
    for (int i = N - 1; i >= 1; i--) inv[i - 1] = inv[i] * i % MOD;
    int n, m;
    cin >> n >> m;
    vector<int> steps(m);
    for (auto& s : steps) cin >> s;
    vector<ll> dp(n + 1, 0);
    dp[0] = 1;
    for (int i = 1; i <= n; i++) {
        for (int s : steps) {
            if (i < s) continue;
            dp[i] = (dp[i] + dp[i - s]) % MOD;
        }
    }
    ll answer = (dp[n] - choose(n, m) + MOD) % MOD;
    cout << answer << "\n";
    return 0;
}
