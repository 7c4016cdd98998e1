// Looks at both ends and at forty places of the window that it draws once, always the same.
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>

using namespace std;

int main() {
    size_t k;
    string s;
    cin >> k >> s;
    srand(12345);
    set<size_t> places = {0, k - 1};
    for (int i = 0; i < 40; ++i) places.insert(rand() % k);
    for (size_t i = 0; i < 8 && i < k; ++i) places.insert(i);
    set<string> seen;
    for (size_t i = 0; i + k <= s.size(); ++i) {
        string print;
        for (size_t place : places) print += s[i + place];
        seen.insert(print);
    }
    cout << seen.size() << '\n';
}
