// gen N K LO HI SHAPE   SHAPE: random | flat | wave
#include "testlib.h"

#include <string>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1);
    int k = opt<int>(2);
    int lo = opt<int>(3);
    int hi = opt<int>(4);
    string shape = opt<string>(5);

    vector<int> a(n);
    if (shape == "random") {
        for (int& x : a) x = rnd.next(lo, hi);
    } else if (shape == "flat") {
        int x = rnd.next(lo, hi);
        for (int& y : a) y = x;
    } else if (shape == "wave") {
        // Warm and cold spells that take turns; the warm ones are a little longer than k.
        int day = 0;
        bool warm = rnd.next(2) == 1;
        int middle = lo + (hi - lo) / 2;
        while (day < n) {
            int length = k + rnd.next(0, k / 2 + 1);
            while (length-- > 0 && day < n) {
                if (warm) a[day] = rnd.next(middle, hi);
                else a[day] = rnd.next(lo, middle);
                ++day;
            }
            warm = !warm;
        }
    } else {
        quitf(_fail, "unknown shape %s", shape.c_str());
    }
    println(n, k);
    println(a);
}
