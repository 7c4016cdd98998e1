// A polynomial modulo 2^64, which takes some windows of the sequence of Thue and Morse for equal.
#include <iostream>
#include <string>
#include <unordered_set>

using namespace std;

int main() {
    size_t k;
    string s;
    cin >> k >> s;
    unsigned long long hash = 0, power = 1;
    unordered_set<unsigned long long> seen;
    for (size_t i = 0; i < s.size(); ++i) {
        hash = hash * 1000003 + s[i];
        if (i < k) power *= 1000003;
        else hash -= power * s[i - k];
        if (i + 1 >= k) seen.insert(hash);
    }
    cout << seen.size() << '\n';
}
