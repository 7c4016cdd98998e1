#include <iostream>
#include <unordered_map>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int t;
    cin >> t;
    while (t--) {
        int n;
        cin >> n;
        unordered_map<int, int> scans;
        int winner = 0, best = 0;
        for (int i = 0; i < n; ++i) {
            int badge;
            cin >> badge;
            if (++scans[badge] > best) {
                best = scans[badge];
                winner = badge;
            }
        }
        cout << winner << ' ' << best << '\n';
    }
}
