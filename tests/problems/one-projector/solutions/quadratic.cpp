// Longest chain by comparing every two talks; 5000 talks are few enough.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

struct Talk {
    int s, e, id;
};

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<Talk> t(n);
    for (int i = 0; i < n; ++i) {
        if (scanf("%d %d", &t[i].s, &t[i].e) != 2) return 1;
        t[i].id = i + 1;
    }
    sort(t.begin(), t.end(), [](const Talk& a, const Talk& b) { return a.e != b.e ? a.e < b.e : a.id < b.id; });
    vector<int> length(n, 1), from(n, -1);
    int last = 0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j)
            if (t[j].e <= t[i].s && length[j] + 1 > length[i]) {
                length[i] = length[j] + 1;
                from[i] = j;
            }
        if (length[i] > length[last]) last = i;
    }
    printf("%d\n", length[last]);
    for (int i = last; i != -1; i = from[i]) printf("%d ", t[i].id);
    puts("");
}
