// Always loads the heaviest parcel that leaves room for another one.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    long long s;
    if (scanf("%d %lld", &n, &s) != 2) return 1;
    vector<long long> w(n);
    for (auto& x : w)
        if (scanf("%lld", &x) != 1) return 1;
    int heaviest = -1;
    for (int i = 0; i < n; ++i)
        if (w[i] < s && (heaviest == -1 || w[i] > w[heaviest])) heaviest = i;
    for (int i = 0; heaviest != -1 && i < n; ++i)
        if (i != heaviest && w[i] + w[heaviest] == s) {
            printf("%d %d\n", heaviest + 1, i + 1);
            return 0;
        }
    puts("-1");
}
