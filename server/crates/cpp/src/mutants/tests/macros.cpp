#include <bits/stdc++.h>
using namespace std;
#define int long long
#define rep(i, a, b) for (int i = (a); i < (b); i++)
#define pb push_back
typedef pair<int, int> pii;
const int mod = 998244353;
const int inf = 0x3f3f3f3f3f3f3f3f;

template <class T> bool chmin(T& a, const T& b) { return b < a ? a = b, 1 : 0; }
template <class T> bool chmax(T& a, const T& b) { return a < b ? a = b, 1 : 0; }

vector<int> adj[100005];
int depth[100005], total;

void dfs(int v, int p) {
    total += depth[v];
    for (int u : adj[v]) {
        if (u == p) continue;
        depth[u] = depth[v] + 1;
        dfs(u, v);
    }
}

signed main() {
    ios::sync_with_stdio(0), cin.tie(0), cout.tie(0);
    int n, k;
    cin >> n >> k;
    rep(i, 1, n) {
        int u, v;
        cin >> u >> v;
        adj[u].pb(v);
        adj[v].pb(u);
    }
    dfs(1, 0);
    vector<vector<int>> dp(n + 1, vector<int>(k + 1, inf));
    dp[0][0] = 0;
    rep(i, 0, n) rep(j, 0, k + 1) {
        if (j + 1 <= k) chmin(dp[i + 1][j + 1], dp[i][j] + depth[i + 1]);
        chmin(dp[i + 1][j], dp[i][j] + 1);
    }
    int ans = inf, ways = 1;
    rep(j, 0, k + 1) ans = min(ans, dp[n][j]);
    rep(i, 0, n) (ways *= depth[i + 1] + 1) %= mod;
    int x = (total % mod - ans % mod + mod) % mod;
    multiset<int, greater<int>> top;
    priority_queue<int> heap;
    rep(i, 0, n) heap.push(depth[i]), top.insert(depth[i]);
    if (heap.empty() || (*top.begin() > k && n % 2 == 0)) x = -1;
    cout << ans << ' ' << ways << ' ' << x << '\n';
}
