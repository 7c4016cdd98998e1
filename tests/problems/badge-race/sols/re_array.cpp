// Written for badges up to 1 000 000.
#include <iostream>
#include <vector>

using namespace std;

int main() {
    int t;
    cin >> t;
    while (t--) {
        int n;
        cin >> n;
        vector<int> scans(1000001);
        int winner = 0, best = 0;
        for (int i = 0; i < n; ++i) {
            int badge;
            cin >> badge;
            if (++scans.at(badge) > best) {
                best = scans[badge];
                winner = badge;
            }
        }
        cout << winner << ' ' << best << '\n';
    }
}
