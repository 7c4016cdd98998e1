// Plays as if it were good to take the last plank, except if only single planks are there: wrong at one larger pile.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        vector<long long> a(n);
        long long nim = 0;
        int large = 0;
        for (auto& x : a) {
            if (scanf("%lld", &x) != 1) return 1;
            nim ^= x;
            large += x > 1;
        }
        int pile = 0;
        long long take = 0;
        if (large == 0) {
            if (n % 2 == 0) pile = 1, take = 1;
        } else {
            for (int i = 0; i < n; ++i) {
                long long left = a[i] ^ nim;
                if (left < a[i] && (large > 1 || a[i] > 1)) pile = i + 1, take = a[i] - left;
            }
        }
        printf("%d %lld\n", pile, take);
    }
}
