// generator -n N -at K [-step D]: N rooms, the quietest one is K, neighbours differ by 1..D.
#include "testlib.h"

#include <algorithm>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    int at = opt<int>("at");
    int step = opt<int>("step", 1000);
    if (at < 1 || at > n) quitf(_fail, "-at must lie between 1 and n");

    vector<int> noise(n + 1);
    noise[at] = rnd.next(0, 50);
    for (int i = at - 1; i >= 1; --i) noise[i] = noise[i + 1] + rnd.next(1, step);
    for (int i = at + 1; i <= n; ++i) noise[i] = noise[i - 1] + rnd.next(1, step);
    println(n);
    println(noise.begin() + 1, noise.end());
}
