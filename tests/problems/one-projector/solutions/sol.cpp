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
    vector<Talk> talks(n);
    for (int i = 0; i < n; ++i) {
        if (scanf("%d %d", &talks[i].s, &talks[i].e) != 2) return 1;
        talks[i].id = i + 1;
    }
    sort(talks.begin(), talks.end(), [](const Talk& a, const Talk& b) { return a.e != b.e ? a.e < b.e : a.id < b.id; });
    vector<int> chosen;
    int free = -1000000000;
    for (auto& talk : talks)
        if (talk.s >= free) {
            chosen.push_back(talk.id);
            free = talk.e;
        }
    printf("%d\n", int(chosen.size()));
    for (int id : chosen) printf("%d ", id);
    puts("");
}
