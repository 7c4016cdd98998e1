// Any two different parcels of the right total are fine, so the pair is weighed, not compared.
#include "testlib.h"

#include <vector>

using namespace std;

int n;
long long s;
vector<long long> w;

// True when the stream claims a pair; a claimed pair that does not fit is wrong.
bool readPair(InStream& in) {
    int a = in.readInt(-1, n, "first parcel");
    if (a == -1) return false;
    if (a == 0) in.quitf(_wa, "there is no parcel 0");
    int b = in.readInt(1, n, "second parcel");
    if (a == b) in.quitf(_wa, "parcel %d is taken twice", a);
    long long total = w[a - 1] + w[b - 1];
    if (total != s) in.quitf(_wa, "parcels %d and %d weigh %lld, not %lld", a, b, total, s);
    return true;
}

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    n = inf.readInt();
    s = inf.readLong();
    w.resize(n);
    for (auto& x : w) x = inf.readLong();

    bool jury = readPair(ans);
    bool found = readPair(ouf);
    if (jury && !found) quitf(_wa, "a pair exists, none was found");
    if (!jury && found) quitf(_fail, "participant found a pair, the jury did not");
    quitf(_ok, found ? "a pair" : "no pair");
}
