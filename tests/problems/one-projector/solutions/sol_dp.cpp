// best[i]: most talks among the i that begin last.
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
    sort(t.begin(), t.end(), [](const Talk& a, const Talk& b) { return a.s != b.s ? a.s < b.s : a.id < b.id; });
    vector<int> best(n + 1), next(n);
    for (int i = n - 1; i >= 0; --i) {
        int end = t[i].e;
        next[i] = int(partition_point(t.begin(), t.end(), [end](const Talk& x) { return x.s < end; }) - t.begin());
        best[i] = max(best[i + 1], 1 + best[next[i]]);
    }
    printf("%d\n", best[0]);
    for (int i = 0; i < n;) {
        if (best[i] == best[i + 1]) {
            ++i;
        } else {
            printf("%d ", t[i].id);
            i = next[i];
        }
    }
    puts("");
}
