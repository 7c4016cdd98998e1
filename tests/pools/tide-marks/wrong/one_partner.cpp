// Two pointers that both move on when they find a pair: right as long as no height is there twice.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    vector<long long> a(n);
    for (auto& x : a)
        if (scanf("%lld", &x) != 1) return 1;
    sort(a.begin(), a.end());
    long long count = 0;
    for (int low = 0, high = 0; high < n;) {
        if (a[high] - a[low] < d) ++high;
        else if (a[high] - a[low] > d) ++low;
        else ++count, ++low, ++high;
    }
    printf("%lld\n", count);
}
