#include "testlib.h"
using namespace std;

int main() {
    registerValidation();
    long long n = inf.readLong(1LL, 1000000000LL, "n");
    inf.readSpace();
    long long k = inf.readLong(1LL, n * (n + 1) / 2, "k");
    inf.readSpace();
    inf.readUnsignedLong(0ULL, 18446744073709551615ULL, "seed");
    inf.readEoln();
    (void)k;
    inf.readEof();
}
