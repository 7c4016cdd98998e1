// The counters of yesterday are still there today.
#include <iostream>
#include <map>

using namespace std;

map<int, int> scans;

int main() {
    int t;
    cin >> t;
    while (t--) {
        int n;
        cin >> n;
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
