// One hash modulo a prime of thirty bits with a base that everybody takes.
#include <iostream>
#include <string>
#include <unordered_set>

using namespace std;

int main() {
    const long long MOD = 1000000007, BASE = 31;
    size_t k;
    string s;
    cin >> k >> s;
    long long hash = 0, power = 1;
    unordered_set<long long> seen;
    for (size_t i = 0; i < s.size(); ++i) {
        hash = (hash * BASE + (s[i] - 'a' + 1)) % MOD;
        if (i < k) power = power * BASE % MOD;
        else hash = (hash + (MOD - power) * (s[i - k] - 'a' + 1)) % MOD;
        if (i + 1 >= k) seen.insert(hash);
    }
    cout << seen.size() << '\n';
}
