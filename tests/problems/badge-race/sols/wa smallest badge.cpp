// Gives the prize to the smallest badge among the best, not to the first one.
#include <iostream>
#include <map>

using namespace std;

int main() {
    int t;
    cin >> t;
    while (t--) {
        int n;
        cin >> n;
        map<int, int> scans;
        for (int i = 0; i < n; ++i) {
            int badge;
            cin >> badge;
            ++scans[badge];
        }
        int winner = 0, best = 0;
        for (auto [badge, count] : scans)
            if (count > best) {
                best = count;
                winner = badge;
            }
        cout << winner << ' ' << best << '\n';
    }
}
