// Looks at every boat in every minute.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<int> comes(n), leaves(n), berth(n);
    int last = 0;
    for (int i = 0; i < n; ++i) {
        if (scanf("%d %d", &comes[i], &leaves[i]) != 2) return 1;
        last = max(last, leaves[i]);
    }
    vector<int> free_ones;
    int k = 0;
    for (int minute = 0; minute <= last; ++minute) {
        for (int i = 0; i < n; ++i)
            if (leaves[i] == minute) free_ones.push_back(berth[i]);
        for (int i = 0; i < n; ++i) {
            if (comes[i] != minute) continue;
            if (free_ones.empty()) free_ones.push_back(++k);
            berth[i] = free_ones.back();
            free_ones.pop_back();
        }
    }
    printf("%d\n", k);
    for (int i = 0; i < n; ++i) printf("%d%c", berth[i], i + 1 < n ? ' ' : '\n');
    return 0;
}
