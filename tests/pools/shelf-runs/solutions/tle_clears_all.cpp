// Clears the whole shelf for every trolley, of which there may be many.
#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace std;

const int MOST = 1000000;
long long here[MOST + 2];
int books[200000];

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    for (int day = 1; day <= t; ++day) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; ++i)
            if (scanf("%d", &books[i]) != 1) return 1;
        memset(here, 0, sizeof here);
        for (int i = 0; i < n; ++i) here[books[i]] = 1;
        int best = 0;
        for (int i = 0; i < n; ++i) {
            int v = books[i];
            if (here[v - 1]) continue;
            int end = v;
            while (here[end]) ++end;
            best = max(best, end - v);
        }
        printf("%d\n", best);
    }
}
