#include "testlib.h"

#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 1000, "n");
    inf.readEoln();
    vector<int> noise = inf.readInts(n, 0, 1000000000, "noise");
    inf.readEoln();
    inf.readEof();
    int i = 1;
    while (i < n && noise[i] < noise[i - 1]) ++i;
    while (i < n && noise[i] > noise[i - 1]) ++i;
    ensuref(i == n, "room %d breaks the valley", i + 1);
}
