// Takes away only so many numbers as the new trolley has books, so that some of a larger one before stay.
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace std;

const int MOST = 1000000;
bool here[MOST + 2];
vector<int> old;
int books[200000];

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    for (int day = 1; day <= t; ++day) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        for (int i = 0; i < n; ++i)
            if (scanf("%d", &books[i]) != 1) return 1;
        for (int i = 0; i < n && i < (int)old.size(); ++i) here[old[i]] = false;
        old.assign(books, books + n);
        for (int i = 0; i < n; ++i) here[books[i]] = true;
        int best = 0;
        for (int i = 0; i < n; ++i) {
            int v = books[i];
            if (here[v - 1]) continue;
            int end = v;
            while (here[end]) ++end;
            best = max(best, end - v);
        }
        printf("%d\n", best);
    }
}
