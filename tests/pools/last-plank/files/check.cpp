#include "testlib.h"

#include <algorithm>
#include <vector>

using namespace std;

// Whether whoever is to move has to take the last plank.
bool isLost(const vector<long long>& piles) {
    long long nim = 0, largest = 0;
    for (long long x : piles) {
        nim ^= x;
        largest = max(largest, x);
    }
    return largest <= 1 ? nim == 1 : nim == 0;
}

// True when the stream gives a move; a move that is not good is wrong.
bool readMove(InStream& in, vector<long long> piles) {
    int pile = in.readInt(0, piles.size(), "pile");
    if (pile == 0) {
        in.readLong(0LL, 0LL, "planks");
        return false;
    }
    long long& left = piles[pile - 1];
    left -= in.readLong(1LL, left, "planks");
    if (!isLost(piles) || *max_element(piles.begin(), piles.end()) == 0) in.quitf(_wa, "not a good move");
    return true;
}

int main(int argc, char* argv[]) {
    setName("good moves");
    registerTestlibCmd(argc, argv);
    int t = inf.readInt();
    for (int i = 1; i <= t; ++i) {
        setTestCase(i);
        vector<long long> piles(inf.readInt());
        for (auto& x : piles) x = inf.readLong();
        bool jury = readMove(ans, piles), found = readMove(ouf, piles);
        if (jury && !found) quitf(_wa, "there is a good move, none was found");
        if (!jury && found) quitf(_fail, "participant has a good move, the jury has none");
    }
    quitf(_ok, "%d beaches", t);
}
