#include "testlib.h"
#include <numeric>
using namespace std;

static long long my_gcd(long long a, long long b) { return b ? my_gcd(b, a % b) : a; }

int main() {
    registerValidation();
    int t = inf.readInt(1, 1000, "t");
    inf.readEoln();
    for (int i = 0; i < t; i++) {
        long long a = inf.readLong(2LL, 1000000000000LL, "a");
        inf.readSpace();
        long long b = inf.readLong(2LL, 1000000000000LL, "b");
        inf.readEoln();
        ensuref(my_gcd(a, b) == 1, "a and b must be coprime, test %d", i + 1);
    }
    inf.readEof();
}
