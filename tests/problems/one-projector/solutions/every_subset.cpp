// Takes or leaves every talk: 2^n when they hardly overlap.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

struct Talk {
    int s, e, id;
};

int n;
vector<Talk> talks;
vector<int> chosen, best;

void go(int i, int free) {
    if (i == n) {
        if (chosen.size() > best.size()) best = chosen;
        return;
    }
    if (talks[i].s >= free) {
        chosen.push_back(talks[i].id);
        go(i + 1, talks[i].e);
        chosen.pop_back();
    }
    go(i + 1, free);
}

int main() {
    if (scanf("%d", &n) != 1) return 1;
    talks.resize(n);
    for (int i = 0; i < n; ++i) {
        if (scanf("%d %d", &talks[i].s, &talks[i].e) != 2) return 1;
        talks[i].id = i + 1;
    }
    sort(talks.begin(), talks.end(), [](const Talk& a, const Talk& b) { return a.s != b.s ? a.s < b.s : a.id < b.id; });
    go(0, -1000000000);
    printf("%d\n", int(best.size()));
    for (int id : best) printf("%d ", id);
    puts("");
}
