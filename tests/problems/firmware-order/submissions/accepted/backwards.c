/* Fills the order from the back: what nobody waits for goes last. */
#include <stdio.h>

static int a[10000], b[10000], head[5001], next[10000], blocks[5001], stack[5000], order[5000];

int main(void) {
    int n, m, top = 0, left;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    for (int v = 1; v <= n; ++v) head[v] = -1;
    for (int i = 0; i < m; ++i) {
        if (scanf("%d %d", &a[i], &b[i]) != 2) return 1;
        ++blocks[a[i]];
        next[i] = head[b[i]];
        head[b[i]] = i;
    }
    for (int v = 1; v <= n; ++v)
        if (blocks[v] == 0) stack[top++] = v;
    left = n;
    while (top > 0) {
        int v = stack[--top];
        order[--left] = v;
        for (int i = head[v]; i != -1; i = next[i])
            if (--blocks[a[i]] == 0) stack[top++] = a[i];
    }
    if (left > 0) {
        puts("IMPOSSIBLE");
        return 0;
    }
    for (int i = 0; i < n; ++i) printf("%d\n", order[i]);
    return 0;
}
