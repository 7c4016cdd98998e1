// The last number of the shelf is never reached.
#include <algorithm>
#include <cstdio>

using namespace std;

const int MOST = 1000000;
int stamp[MOST + 1];
int books[200000];

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    for (int day = 1; day <= t; ++day) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; ++i)
            if (scanf("%d", &books[i]) != 1) return 1;
        for (int i = 0; i < n; ++i) stamp[books[i]] = day;
        int best = 0;
        for (int i = 0; i < n; ++i) {
            int v = books[i];
            if (v > 1 && stamp[v - 1] == day) continue;
            int end = v;
            while (end < MOST && stamp[end] == day) ++end;
            best = max(best, end - v);
        }
        printf("%d\n", best);
    }
}
