// gen N MAX LINE: N stars with coordinates up to MAX, about LINE per cent of them on one line
#include "testlib.h"

#include <algorithm>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1), most = opt<int>(2), line = opt<int>(3);
    int step = max(1, most / (4 * n));
    int dx = rnd.next(1, step), dy = rnd.next(-step, step);
    int x = rnd.next(-most / 2, most / 2), y = rnd.next(-most / 2, most / 2);
    vector<int> places(2 * n + 1);
    for (int i = 0; i < 2 * n + 1; ++i) places[i] = i - n;
    shuffle(places.begin(), places.end());
    println(n);
    for (int i = 0; i < n; ++i) {
        if (rnd.next(100) < line) {
            println(x + places[i] * dx, y + places[i] * dy);
        } else {
            int other = rnd.next(-most, most);
            println(other, rnd.next(-most, most));
        }
    }
}
