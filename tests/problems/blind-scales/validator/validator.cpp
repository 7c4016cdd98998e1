#include <set>

#include "testlib.h"

int main() {
    registerValidation();
    int n = inf.readInt(2, 50000, "n");
    inf.readEoln();
    std::vector<int> weights = inf.readInts(n, 1, 1000000000, "weight");
    inf.readEoln();
    inf.readEof();
    ensuref(std::set<int>(weights.begin(), weights.end()).size() == weights.size(), "two crates weigh the same");
}
