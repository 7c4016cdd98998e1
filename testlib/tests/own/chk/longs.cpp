#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    vector<unsigned long long> u = ouf.readLongs(2, 1ull, 100ull, "u"); long long a = ouf.readLong(-5, 5, "a"); vector<long long> v = ouf.readLongs(2, 1, 9, "v"); unsigned long long w = ouf.readLong(v.size(), size_t(9), "w");
    quitp(5LL, "%s %lld %s %llu", join(u).c_str(), a, join(v).c_str(), w);
}
