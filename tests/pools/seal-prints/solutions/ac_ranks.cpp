// Ranks of the windows of width 1, 2, 4, ..., and of two that overlap for the width that is wanted.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int ranks(vector<pair<int, int>> pairs, vector<int>& rank) {
    auto sorted = pairs;
    sort(sorted.begin(), sorted.end());
    sorted.erase(unique(sorted.begin(), sorted.end()), sorted.end());
    rank.clear();
    for (auto& one : pairs) rank.push_back(lower_bound(sorted.begin(), sorted.end(), one) - sorted.begin());
    return sorted.size();
}

int main() {
    int k;
    string s;
    cin >> k >> s;
    vector<int> rank(s.begin(), s.end());
    int width = 1;
    while (2 * width <= k) {
        vector<pair<int, int>> pairs;
        for (size_t i = 0; i + width < rank.size(); ++i) pairs.push_back({rank[i], rank[i + width]});
        ranks(pairs, rank);
        width *= 2;
    }
    vector<pair<int, int>> pairs;
    for (size_t i = 0; i + k <= s.size(); ++i) pairs.push_back({rank[i], rank[i + k - width]});
    cout << ranks(pairs, rank) << '\n';
}
