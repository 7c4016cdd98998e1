/* Takes leaves away; of the neighbours only the XOR of the numbers of the roads is kept. */
#include <stdio.h>

int a[200001], b[200001], toll[200001], degree[200001], roads[200001];
long long size[200001];

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 1; i < n; ++i) {
        if (scanf("%d %d %d", &a[i], &b[i], &toll[i]) != 3) return 1;
        ++degree[a[i]];
        ++degree[b[i]];
        roads[a[i]] ^= i;
        roads[b[i]] ^= i;
    }
    for (int town = 1; town <= n; ++town) size[town] = 1;
    unsigned long long sum = 0;
    for (int start = 1; start <= n; ++start) {
        for (int town = start; degree[town] == 1;) {
            int road = roads[town], other = a[road] ^ b[road] ^ town;
            sum += (unsigned long long)(size[town] * (n - size[town])) * toll[road];
            size[other] += size[town];
            degree[town] = 0;
            --degree[other];
            roads[other] ^= road;
            town = other;
        }
    }
    printf("%llu\n", sum);
    return 0;
}
