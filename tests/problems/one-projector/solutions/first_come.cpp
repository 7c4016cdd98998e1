// Takes whichever talk begins next.
#include <algorithm>
#include <iostream>
#include <tuple>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int n;
    cin >> n;
    vector<tuple<int, int, int>> talks;
    for (int i = 1; i <= n; ++i) {
        int s, e;
        cin >> s >> e;
        talks.emplace_back(s, e, i);
    }
    sort(talks.begin(), talks.end());
    vector<int> chosen;
    int free = -1000000000;
    for (auto [s, e, id] : talks)
        if (s >= free) {
            free = e;
            chosen.push_back(id);
        }
    cout << chosen.size() << '\n';
    for (int id : chosen) cout << id << ' ';
    cout << '\n';
}
