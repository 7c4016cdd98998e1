// Draws piles, always in the same order, and takes the first that has a good move: a hundred draws for up to fifty piles.
#include <cstdio>
#include <cstdlib>
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
        srand(1);
        int pile = 0;
        long long take = 0;
        for (int tries = 0; tries < 100 && pile == 0; ++tries) {
            int i = rand() % n;
            long long left = a[i] ^ nim;
            if (large - (a[i] > 1) == 0) left = n % 2;
            if (left < a[i]) pile = i + 1, take = a[i] - left;
        }
        printf("%d %lld\n", pile, take);
    }
}
