#include "testlib.h"
#include <vector>

int main() {
    registerValidation();
    int n = inf.readInt(1, 100, "n");
    inf.readEoln();
    std::vector<int> v;
    while (!inf.eoln()) {
        if (!v.empty()) inf.readSpace();
        v.push_back(inf.readInt(1, n, "v"));
        ensuref(v.size() <= 200, "at most 200 values");
    }
    ensuref(!v.empty(), "no values");
    inf.readEof();
}
