// gen -n N -max HI -type random|spread|hills
//   random: anything      spread: all different      hills: a slow wave with noise
#include "testlib.h"

#include <cmath>
#include <string>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    int hi = opt<int>("max");
    string type = opt<string>("type");
    vector<int> a(n);
    if (type == "spread") {
        for (int i = 0; i < n; ++i) a[i] = (long long)hi * (i + 1) / n;
        shuffle(a.begin(), a.end());
    } else {
        for (int i = 0; i < n; ++i) {
            double height = type == "hills" ? (1 + sin(i / 7.0)) / 2 : 1;
            a[i] = rnd.next(1, max(1, (int)(hi * height)));
        }
    }
    println(n);
    println(a);
}
