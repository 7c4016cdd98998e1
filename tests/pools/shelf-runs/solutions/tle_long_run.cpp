// Looks for a run from each number on, also from those inside of one.
#include <algorithm>
#include <cstdio>
#include <unordered_set>

using namespace std;

const int MOST = 1000000;

int books[200000];

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    for (int day = 1; day <= t; ++day) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; ++i)
            if (scanf("%d", &books[i]) != 1) return 1;
        unordered_set<int> here(books, books + n);
        int best = 0;
        for (int i = 0; i < n; ++i) {
            int v = books[i];
            if (here.size() == 1 && best == 1) continue;
            int end = v;
            while (here.count(end)) ++end;
            best = max(best, end - v);
        }
        printf("%d\n", best);
    }
}
