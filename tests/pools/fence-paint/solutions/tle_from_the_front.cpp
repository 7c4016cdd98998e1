// Looks at all painters again for each one that it takes, which takes long where many are needed.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n, length;
    if (scanf("%d %d", &n, &length) != 2) return 1;
    vector<pair<int, int>> painters(n);
    for (auto& [l, r] : painters)
        if (scanf("%d %d", &l, &r) != 2) return 1;
    int painted = 0, count = 0;
    while (painted < length) {
        int reach = painted;
        for (auto& [l, r] : painters)
            if (l <= painted && r > reach) reach = r;
        if (reach == painted) {
            puts("-1");
            return 0;
        }
        painted = reach;
        ++count;
    }
    printf("%d\n", count);
}
