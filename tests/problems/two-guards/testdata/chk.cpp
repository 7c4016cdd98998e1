#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("a count and a night");
    registerTestlibCmd(argc, argv);
    long long n = inf.readLong(), a = inf.readLong(), b = inf.readLong();
    long long wanted = ans.readLong(), common = ans.readLong();
    long long count = ouf.readLong(0, n, "count");
    if (count != wanted) quitf(_wa, "expected %lld nights, found %lld", wanted, count);
    long long night = ouf.readLong(0, n, "night");
    if (night == 0 && common != 0) quitf(_wa, "there is a night on which both are off, such as %lld", common);
    if (night != 0 && (night % a != 0 || night % b != 0)) quitf(_wa, "on night %lld not both are off", night);
    if (night != 0 && common == 0) quitf(_fail, "the answer has no night, and %lld is one", night);
    quitf(_ok, "%lld nights", count);
}
