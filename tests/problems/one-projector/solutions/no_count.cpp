// Lists the talks without saying how many they are.
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
    int free = -1000000000;
    for (auto& talk : talks)
        if (talk.s >= free) {
            printf("%d ", talk.id);
            free = talk.e;
        }
    puts("");
}
