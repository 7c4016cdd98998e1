// gen -n N [-min LO] -max HI -type random|pair|none
//   random: any target      pair: some two parcels fit      none: even weights, odd target
#include "testlib.h"

#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    long long lo = opt<long long>("min", 1LL);
    long long hi = opt<long long>("max");
    string type = opt<string>("type");

    vector<long long> w(n);
    for (auto& x : w) {
        x = rnd.next(lo, hi);
        if (type == "none") x += x % 2 == 0 ? 0 : (x < hi ? 1 : -1);
    }

    long long s;
    if (type == "pair") {
        int i = rnd.next(n);
        int j = rnd.next(n - 1);
        if (j >= i) ++j;
        s = w[i] + w[j];
    } else {
        s = rnd.next(2 * lo, 2 * hi);
        if (type == "none" && s % 2 == 0) --s;
    }

    cout << n << ' ' << s << '\n';
    for (int i = 0; i < n; ++i) cout << w[i] << (i + 1 < n ? ' ' : '\n');
}
