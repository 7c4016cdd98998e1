// One counter for every possible badge up to the largest of the day: 320 MB for badge 40 000 000.
#include <algorithm>
#include <iostream>
#include <vector>

using namespace std;

int main() {
    int t;
    cin >> t;
    while (t--) {
        int n;
        cin >> n;
        vector<int> badges(n);
        for (auto& b : badges) cin >> b;
        vector<long long> scans(*max_element(badges.begin(), badges.end()) + 1);
        long long winner = 0, best = 0;
        for (int b : badges)
            if (++scans[b] > best) {
                best = scans[b];
                winner = b;
            }
        cout << winner << ' ' << best << '\n';
    }
}
