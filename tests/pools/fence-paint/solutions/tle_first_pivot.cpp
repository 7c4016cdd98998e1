// Its own quicksort takes the first one for the pivot: quadratic if they are sorted, or all the same.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

void quicksort(vector<pair<int, int>>& a, int from, int to) {
    while (to - from > 1) {
        auto pivot = a[from];
        int middle = from;
        for (int i = from + 1; i < to; ++i) {
            if (a[i] < pivot) {
                a[middle++] = a[i];
                a[i] = a[middle];
            }
        }
        a[middle] = pivot;
        // The smaller part first, so that the stack stays low.
        if (middle - from < to - middle) {
            quicksort(a, from, middle);
            from = middle + 1;
        } else {
            quicksort(a, middle + 1, to);
            to = middle;
        }
    }
}

int main() {
    int n, length;
    if (scanf("%d %d", &n, &length) != 2) return 1;
    vector<pair<int, int>> painters(n);
    for (auto& [l, r] : painters)
        if (scanf("%d %d", &l, &r) != 2) return 1;
    quicksort(painters, 0, n);
    int painted = 0, count = 0, next = 0;
    while (painted < length) {
        int reach = painted;
        while (next < n && painters[next].first <= painted) reach = max(reach, painters[next++].second);
        if (reach == painted) {
            puts("-1");
            return 0;
        }
        painted = reach;
        ++count;
    }
    printf("%d\n", count);
}
