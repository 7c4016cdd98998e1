#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        vector<int> a(n);
        for (int& x : a)
            if (scanf("%d", &x) != 1) return 1;
        sort(a.begin(), a.end());
        int best = 1, run = 1;
        for (int i = 1; i < n; ++i) {
            if (a[i] == a[i - 1]) continue;
            run = a[i] == a[i - 1] + 1 ? run + 1 : 1;
            best = max(best, run);
        }
        printf("%d\n", best);
    }
}
