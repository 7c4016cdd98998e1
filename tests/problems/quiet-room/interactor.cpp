#include "testlib.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const int MAX_MEASUREMENTS = 24;

int main(int argc, char* argv[]) {
    registerInteraction(argc, argv);
    int n = inf.readInt();
    vector<int> noise(n + 1);
    for (int i = 1; i <= n; ++i) noise[i] = inf.readInt();
    int quietest = int(min_element(noise.begin() + 1, noise.end()) - noise.begin());

    cout << n << endl;
    int used = 0;
    while (true) {
        string what = ouf.readToken();
        if (what == "?") {
            int i = ouf.readInt(1, n, "measured room");
            if (++used > MAX_MEASUREMENTS) quitf(_wa, "more than %d measurements", MAX_MEASUREMENTS);
            cout << noise[i] << endl;
        } else if (what == "!") {
            int i = ouf.readInt(1, n, "answer");
            tout << i << endl;
            if (i != quietest) quitf(_wa, "room %d is not the quietest, room %d is", i, quietest);
            quitf(_ok, "found with %d measurements", used);
        } else {
            quitf(_pe, "expected ? or !, found '%s'", what.substr(0, 20).c_str());
        }
    }
}
