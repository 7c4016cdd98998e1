// gen N TOLL BACK: every town is joined to one of the BACK towns before it (of all, if BACK is 0)
#include "testlib.h"

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1), toll = opt<int>(2), back = opt<int>(3);
    println(n);
    for (int town = 2; town <= n; ++town) {
        int first = back == 0 ? 1 : std::max(1, town - back);
        int other = rnd.next(first, town - 1);
        println(other, town, rnd.next(1, toll));
    }
}
