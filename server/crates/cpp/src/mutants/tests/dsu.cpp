#include <cstdio>
#include <algorithm>

int parent[100005], size_of[100005];

struct Edge {
    int u, v, w;
    bool operator<(const Edge& other) const { return w < other.w; }
} edges[200005];

int find(int x) {
    if (parent[x] == x) return x;
    return parent[x] = find(parent[x]);
}

bool unite(int a, int b) {
    a = find(a), b = find(b);
    if (a == b) return false;
    if (size_of[a] < size_of[b]) std::swap(a, b);
    parent[b] = a;
    size_of[a] += size_of[b];
    return true;
}

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    for (int i = 1; i <= n; i++) {
        parent[i] = i;
        size_of[i] = 1;
    }
    for (int i = 0; i < m; i++) scanf("%d %d %d", &edges[i].u, &edges[i].v, &edges[i].w);
    std::sort(edges, edges + m);
    long long total = 0;
    int used = 0;
    for (int i = 0; i < m; i++) {
        if (!unite(edges[i].u, edges[i].v)) continue;
        total += edges[i].w;
        if (++used == n - 1) break;
    }
    printf("%lld\n", used == n - 1 ? total : -1LL);
    return 0;
}
