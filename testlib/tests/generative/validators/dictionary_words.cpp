#include "testlib.h"
#include <set>
#include <string>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 1000, "n");
    inf.readSpace();
    int q = inf.readInt(1, 1000, "q");
    inf.readEoln();
    set<string> dict;
    for (int i = 0; i < n; i++) {
        string w = inf.readWord("[a-z]{1,20}", "word");
        inf.readEoln();
        ensuref(dict.insert(w).second, "word '%s' is repeated", w.c_str());
    }
    for (int i = 0; i < q; i++) {
        string w = inf.readWord("[a-z]{1,20}", "query");
        inf.readEoln();
        ensuref(dict.count(w), "word '%s' is not in the dictionary", w.c_str());
    }
    inf.readEof();
}
