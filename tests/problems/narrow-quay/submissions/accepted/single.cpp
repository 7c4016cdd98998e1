// Keeps minutes in float, which knows whole numbers up to 16777216.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<float> comes(n), leaves(n);
    vector<int> order(n), berth(n);
    for (int i = 0; i < n; ++i) {
        if (scanf("%f %f", &comes[i], &leaves[i]) != 2) return 1;
        order[i] = i;
    }
    stable_sort(order.begin(), order.end(), [&](int i, int j) { return comes[i] < comes[j]; });
    priority_queue<pair<float, int>, vector<pair<float, int>>, greater<>> free_at;
    int k = 0;
    for (int i : order) {
        if (!free_at.empty() && free_at.top().first <= comes[i]) {
            berth[i] = free_at.top().second;
            free_at.pop();
        } else {
            berth[i] = ++k;
        }
        free_at.push({leaves[i], berth[i]});
    }
    printf("%d\n", k);
    for (int i = 0; i < n; ++i) printf("%d%c", berth[i], i + 1 < n ? ' ' : '\n');
    return 0;
}
