// Counts how often each letter is in the window, and where the first one stands.
#include <array>
#include <iostream>
#include <set>
#include <string>

using namespace std;

int main() {
    size_t k;
    string s;
    cin >> k >> s;
    set<array<int, 27>> seen;
    for (size_t i = 0; i + k <= s.size(); ++i) {
        array<int, 27> counts{};
        for (size_t j = i; j < i + k; ++j) ++counts[s[j] - 'a'];
        counts[26] = s[i];
        seen.insert(counts);
    }
    cout << seen.size() << '\n';
}
