// Those who may come next stand in a heap.
#include <algorithm>
#include <cstdio>
#include <queue>
#include <vector>

using namespace std;

int main() {
    int n, length;
    if (scanf("%d %d", &n, &length) != 2) return 1;
    vector<pair<int, int>> painters(n);
    for (auto& [l, r] : painters)
        if (scanf("%d %d", &l, &r) != 2) return 1;
    sort(painters.rbegin(), painters.rend());
    priority_queue<int> ends;
    int painted = 0, count = 0;
    while (painted < length) {
        while (!painters.empty() && painters.back().first <= painted) {
            ends.push(painters.back().second);
            painters.pop_back();
        }
        if (ends.empty() || ends.top() <= painted) {
            count = -1;
            break;
        }
        painted = ends.top();
        ends.pop();
        ++count;
    }
    printf("%d\n", count);
}
