// gen_random N T L: N talks of length 1..L within [-T, T].
#include "testlib.h"

#include <algorithm>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1);
    int t = opt<int>(2);
    int l = opt<int>(3);
    println(n);
    for (int i = 0; i < n; ++i) {
        int s = rnd.next(-t, t - 1);
        int length = rnd.next(1, int(min<long long>(l, (long long)t - s)));
        println(s, s + length);
    }
}
