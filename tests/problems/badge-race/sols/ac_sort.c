/* Sorts the scans by badge; a badge reaches its number at its last scan. */
#include <stdio.h>
#include <stdlib.h>

struct scan {
    int badge, time;
};

static int by_badge(const void *a, const void *b) {
    const struct scan *x = a, *y = b;
    if (x->badge != y->badge) return x->badge < y->badge ? -1 : 1;
    return x->time < y->time ? -1 : 1;
}

static struct scan s[5000];

int main(void) {
    int t, n;
    if (scanf("%d", &t) != 1) return 1;
    while (t-- > 0) {
        int best = 0, reached = 0, winner = 0;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; ++i) {
            if (scanf("%d", &s[i].badge) != 1) return 1;
            s[i].time = i;
        }
        qsort(s, n, sizeof s[0], by_badge);
        for (int i = 0, j; i < n; i = j) {
            for (j = i; j < n && s[j].badge == s[i].badge; ++j) {
            }
            int last = s[j - 1].time;
            if (j - i > best || (j - i == best && last < reached)) {
                best = j - i;
                reached = last;
                winner = s[i].badge;
            }
        }
        printf("%d %d\n", winner, best);
    }
    return 0;
}
