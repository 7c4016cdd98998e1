// Steepest slope between prefix sums at least k apart: lower hull and a moving front, exact.
#include <cstdio>
#include <vector>

using namespace std;

typedef long long ll;

int n, k;
vector<ll> p;

// Is the slope from a to c at most the slope from a to b?
bool notSteeper(int a, int b, int c) {
    return (p[c] - p[a]) * (b - a) <= (p[b] - p[a]) * (c - a);
}

int main() {
    if (scanf("%d %d", &n, &k) != 2) return 1;
    p.assign(n + 1, 0);
    for (int i = 1; i <= n; ++i) {
        int x;
        if (scanf("%d", &x) != 1) return 1;
        p[i] = p[i - 1] + x;
    }
    vector<int> hull;
    size_t front = 0;
    ll bestSum = p[k], bestLen = k;
    for (int j = k; j <= n; ++j) {
        int i = j - k;
        while (hull.size() >= front + 2 && notSteeper(hull[hull.size() - 2], hull.back(), i)) hull.pop_back();
        hull.push_back(i);
        while (hull.size() >= front + 2) {
            int a = hull[front], b = hull[front + 1];
            if ((p[j] - p[b]) * (j - a) >= (p[j] - p[a]) * (j - b)) ++front;
            else break;
        }
        ll sum = p[j] - p[hull[front]], len = j - hull[front];
        if (sum * bestLen > bestSum * len) {
            bestSum = sum;
            bestLen = len;
        }
    }
    printf("%.9f\n", double(bestSum) / double(bestLen));
}
