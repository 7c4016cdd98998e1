// Keeps which piles are large in a mask of 32 bits.
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
        unsigned mask = 0;
        int place = 0;
        for (auto& x : a) {
            if (scanf("%lld", &x) != 1) return 1;
            nim ^= x;
            mask |= (unsigned)(x > 1) << (place++ % 32);
        }
        int large = __builtin_popcount(mask);
        int pile = 0;
        long long take = 0;
        if (large == 0) {
            if (n % 2 == 0) pile = 1, take = 1;
        } else {
            for (int i = 0; i < n; ++i) {
                long long left = a[i] ^ nim;
                if (large == 1 && a[i] > 1) left = n % 2;  // an odd number of single planks stays
                if (left < a[i] && (large > 1 || a[i] > 1)) pile = i + 1, take = a[i] - left;
            }
        }
        printf("%d %lld\n", pile, take);
    }
}
