// gen -n N -length L -width W: painters of about W metres, at random places; the first one begins at 0
#include "testlib.h"

#include <algorithm>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n"), length = opt<int>("length"), width = opt<int>("width");
    println(n, length);
    for (int i = 0; i < n; ++i) {
        int l = i == 0 ? 0 : rnd.next(0, length - 1);
        println(l, min(1000000000, l + rnd.next(max(1, width / 2), width)));
    }
}
