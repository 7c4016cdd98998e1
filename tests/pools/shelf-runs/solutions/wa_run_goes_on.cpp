// The run that is open at the end of a trolley goes on with the next one, if that begins where it ended.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    int last = -1, run = 0;
    while (t--) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        vector<int> a(n);
        for (int& x : a)
            if (scanf("%d", &x) != 1) return 1;
        sort(a.begin(), a.end());
        int best = 1;
        for (int x : a) {
            if (x == last) continue;
            run = x == last + 1 ? run + 1 : 1;
            last = x;
            best = max(best, run);
        }
        printf("%d\n", best);
    }
}
