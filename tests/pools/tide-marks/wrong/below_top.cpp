// The largest height that is allowed serves as an end mark, and is not counted itself.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    const long long END = 1000000000000000000;
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    vector<long long> a(n);
    for (auto& x : a)
        if (scanf("%lld", &x) != 1) return 1;
    a.push_back(END);
    sort(a.begin(), a.end());
    long long count = 0;
    for (int i = 0, from = 0; a[i] != END; ++i) {
        while (a[from] != END && a[from] < a[i] + d) ++from;
        for (int to = from; a[to] != END && a[to] == a[i] + d; ++to) ++count;
    }
    printf("%lld\n", count);
}
