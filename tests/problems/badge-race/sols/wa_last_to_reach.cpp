// ">=" where ">" belongs: the last badge to reach the best number wins.
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
        int winner = 0, best = 0;
        for (int i = 0; i < n; ++i) {
            int badge;
            cin >> badge;
            if (++scans[badge] >= best) {
                best = scans[badge];
                winner = badge;
            }
        }
        cout << winner << ' ' << best << '\n';
    }
}
