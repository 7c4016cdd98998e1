#include "testlib.h"
using namespace std;

const int MAXN = 100, MAXW = 100000;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, MAXN, "N");
    inf.readSpace();
    int W = inf.readInt(1, MAXW, "W");
    inf.readEoln();
    for (int i = 1; i <= n; i++) {
        inf.readInt(1, W, format("w[%d]", i).c_str());
        inf.readSpace();
        inf.readInt(1, 1000000000, format("v[%d]", i).c_str());
        inf.readEoln();
    }
    inf.readEof();
}
