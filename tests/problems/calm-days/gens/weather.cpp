// Calm days: n days of a random walk: weather N STEP D.
#include "testlib.h"

int main(int argc, char** argv) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1), step = opt<int>(2), d = opt<int>(3);
    println(n, d);
    std::vector<long long> days(n);
    long long now = 0;
    for (auto& day : days) {
        now += rnd.next(-step, step);
        now = std::max(-1000000000LL, std::min(1000000000LL, now));
        day = now;
    }
    println(days);
}
