#include "testlib.h"

using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 500000, "n");
    inf.readEoln();
    for (int i = 2; i <= n; ++i) {
        inf.readInt(1, i - 1, "p_i");
        if (i == n) inf.readEoln();
        else inf.readSpace();
    }
    for (int i = 1; i <= n; ++i) {
        inf.readInt(-1000, 1000, "w_i");
        if (i == n) inf.readEoln();
        else inf.readSpace();
    }
    inf.readEof();
    return 0;
}
