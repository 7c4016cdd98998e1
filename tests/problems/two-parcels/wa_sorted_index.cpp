// Prints places in the sorted order instead of the parcels' own numbers.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    long long s;
    if (scanf("%d %lld", &n, &s) != 2) return 1;
    vector<long long> w(n);
    for (auto& x : w)
        if (scanf("%lld", &x) != 1) return 1;
    sort(w.begin(), w.end());
    for (int l = 0, r = n - 1; l < r;) {
        if (w[l] + w[r] == s) {
            printf("%d %d\n", l + 1, r + 1);
            return 0;
        }
        if (w[l] + w[r] < s) ++l;
        else --r;
    }
    puts("-1");
}
