#include <bits/stdc++.h>
#define all(x) (x).begin(), (x).end()
using namespace std;

int n, k;
int cnt[26];
vector<int> order;
map<int, int> last_seen;

void solve() {
    cin >> n >> k;
    string s;
    cin >> s;
    memset(cnt, 0, sizeof(cnt));
    order.clear();
    last_seen.clear();
    int best = -1, groups = 0;
    for (char c : s) cnt[c - 'a']++;
    vector<pair<int, int>> a(n);
    for (int i = 0; i < n; i++) {
        cin >> a[i].first;
        a[i].second = i;
    }
    sort(a.begin(), a.end(), [](const pair<int, int>& x, const pair<int, int>& y) { return x.first < y.first; });
    int streak = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0 && a[i].first - a[i - 1].first > k) {
            streak = 0;
            groups++;
        } else if (a[i].first == 0) {
            break;
        }
        streak++;
        best = max(best, streak);
        order.push_back(a[i].second);
    }
    sort(all(order), greater<int>());
    order.erase(unique(all(order)), order.end());
    int pos = lower_bound(all(order), k) - order.begin();
    int pages = (groups + k - 1) / k;
    bool possible = false;
    for (int i = 0; i < 26; i++) {
        int odd = 0;
        if (cnt[i] % 2 == 1) odd = 1;
        if (odd && cnt[i] >= k) {
            possible = true;
            break;
        }
    }
#ifdef LOCAL
    cerr << "best = " << best + 1 << endl;
#endif
    if (possible)
        cout << best + pos << "\n";
    else
        cout << min(best, pages) << "\n";
}

int main() {
    ios_base::sync_with_stdio(0);
    cin.tie(0);
    int t;
    cin >> t;
    while (t--) solve();
    return 0;
}
