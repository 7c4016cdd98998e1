#include <iostream>
#include <set>
#include <string>
#include <string_view>

using namespace std;

int main() {
    size_t k;
    string s;
    cin >> k >> s;
    set<string_view> seen;
    for (size_t i = 0; i + k <= s.size(); ++i) seen.insert(string_view(s).substr(i, k));
    cout << seen.size() << '\n';
}
