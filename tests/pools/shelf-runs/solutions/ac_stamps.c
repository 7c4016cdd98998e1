#include <stdio.h>

int stamp[1000002], books[200000];

int main(void) {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    for (int day = 1; day <= t; ++day) {
        int n, best = 0;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; ++i) {
            if (scanf("%d", &books[i]) != 1) return 1;
            stamp[books[i]] = day;
        }
        for (int i = 0; i < n; ++i) {
            int v = books[i];
            if (stamp[v] != day || stamp[v - 1] == day || stamp[v - 1] == -day) continue;
            int end = v;
            while (stamp[end] == day) ++end;
            if (end - v > best) best = end - v;
            while (--end > v) stamp[end] = -day; /* all but the first: others of this number need not look again */
        }
        printf("%d\n", best);
    }
    return 0;
}
