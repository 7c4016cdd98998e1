// Takes the shortest talk that still fits.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <vector>

using namespace std;

struct Talk {
    int s, e, id;
};

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<Talk> talks(n);
    for (int i = 0; i < n; ++i) {
        if (scanf("%d %d", &talks[i].s, &talks[i].e) != 2) return 1;
        talks[i].id = i + 1;
    }
    sort(talks.begin(), talks.end(), [](const Talk& a, const Talk& b) {
        long long x = (long long)a.e - a.s, y = (long long)b.e - b.s;
        return x != y ? x < y : a.id < b.id;
    });
    map<int, int> busy;  // start -> end
    vector<int> chosen;
    for (auto& talk : talks) {
        auto after = busy.lower_bound(talk.s);
        if (after != busy.end() && after->first < talk.e) continue;
        if (after != busy.begin() && prev(after)->second > talk.s) continue;
        busy[talk.s] = talk.e;
        chosen.push_back(talk.id);
    }
    printf("%d\n", int(chosen.size()));
    for (int id : chosen) printf("%d ", id);
    puts("");
}
