#include <iostream>
#include <queue>
#include <vector>

using ll = long long;
const ll INF = 1e18;

struct Edge {
    int to;
    ll weight;
};

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<Edge>> graph(n + 1);
    for (int i = 0; i < m; ++i) {
        int u, v;
        ll w;
        std::cin >> u >> v >> w;
        graph[u].push_back({v, w});
        graph[v].push_back({u, w});
    }
    std::vector<ll> dist(n + 1, INF);
    std::priority_queue<std::pair<ll, int>, std::vector<std::pair<ll, int>>, std::greater<std::pair<ll, int>>> queue;
    dist[1] = 0;
    queue.push({0, 1});
    while (!queue.empty()) {
        auto [d, u] = queue.top();
        queue.pop();
        if (d > dist[u]) continue;
        for (const Edge& edge : graph[u]) {
            ll next = d + edge.weight;
            if (next < dist[edge.to]) {
                dist[edge.to] = next;
                queue.push({next, edge.to});
            }
        }
    }
    ll worst = 0;
    for (int i = 1; i <= n; i++) {
        if (dist[i] == INF) {
            std::cout << -1 << std::endl;
            return 0;
        }
        worst = std::max(worst, dist[i]);
    }
    std::cout << worst << std::endl;
}
