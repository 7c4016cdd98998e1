#include "testlib.h"
#include <string>
using namespace std;

int main() {
    registerValidation();
    int q = inf.readInt(1, 100000, "q");
    inf.readEoln();
    int size = 0;
    for (int i = 0; i < q; ++i) {
        string op = inf.readToken("push|pop|top", "op");
        if (op == "push") {
            inf.readSpace();
            inf.readInt(-1000000, 1000000, "x");
            size++;
        } else {
            ensuref(size > 0, "operation %d: '%s' on an empty stack", i + 1, op.c_str());
            if (op == "pop") size--;
        }
        inf.readEoln();
    }
    inf.readEof();
    return 0;
}
