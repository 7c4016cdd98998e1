// gen T N MAX BALANCED: T beaches of 2 to N piles of up to MAX; of BALANCED per cent, the piles cancel each other out
#include "testlib.h"

#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int t = opt<int>(1), n = opt<int>(2);
    long long most = opt<long long>(3);
    int balanced = opt<int>(4);
    println(t);
    for (int i = 0; i < t; ++i) {
        vector<long long> a(rnd.next(2, n));
        for (auto& x : a) x = rnd.next(2LL, most);
        if (rnd.next(100) < balanced) {
            long long nim = 0;
            for (size_t j = 1; j < a.size(); ++j) nim ^= a[j];
            if (1 < nim && nim <= most) a[0] = nim;
        }
        println((int)a.size());
        println(a);
    }
}
