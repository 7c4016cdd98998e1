#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, most;
    if (scanf("%d %d", &n, &most) != 2) return 1;
    std::vector<long long> best(most + 1);
    for (int i = 0; i < n; ++i) {
        int weight, worth;
        if (scanf("%d %d", &weight, &worth) != 2) return 1;
        for (int room = most; room >= weight; --room) best[room] = std::max(best[room], best[room - weight] + worth);
    }
    printf("%lld\n", best[most]);
    return 0;
}
