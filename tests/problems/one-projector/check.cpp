#include "testlib.h"

#include <algorithm>
#include <utility>
#include <vector>

using namespace std;

int n;
vector<int> s, e;

int readChoice(InStream& in) {
    int m = in.readInt(1, n, "m");
    vector<bool> taken(n);
    vector<pair<int, int>> talks;
    for (int i = 0; i < m; ++i) {
        int talk = in.readInt(1, n, "talk") - 1;
        if (taken[talk]) in.quitf(_wa, "talk %d is chosen twice", talk + 1);
        taken[talk] = true;
        talks.push_back({s[talk], e[talk]});
    }
    sort(talks.begin(), talks.end());
    for (int i = 1; i < m; ++i)
        if (talks[i].first < talks[i - 1].second)
            in.quitf(_wa, "a talk begins at %d, before the last one ends at %d", talks[i].first, talks[i - 1].second);
    return m;
}

int main(int argc, char* argv[]) {
    setName("largest set of talks for one projector");
    registerTestlibCmd(argc, argv);
    n = inf.readInt();
    s.resize(n);
    e.resize(n);
    for (int i = 0; i < n; ++i) {
        s[i] = inf.readInt();
        e[i] = inf.readInt();
    }
    int jury = readChoice(ans);
    int found = readChoice(ouf);
    if (found < jury) quitf(_wa, "%d talks are possible, only %d chosen", jury, found);
    if (found > jury) quitf(_fail, "participant chose %d talks, the jury only %d", found, jury);
    quitf(_ok, "%d talks", found);
}
