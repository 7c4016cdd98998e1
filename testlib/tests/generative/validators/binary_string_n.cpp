#include "testlib.h"
#include <string>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 1000, "t");
    inf.readEoln();
    int total = 0;
    for (int i = 1; i <= t; i++) {
        setTestCase(i);
        int n = inf.readInt(1, 100000, "n");
        inf.readEoln();
        total += n;
        string s = inf.readToken(format("[01]{%d}", n), "s");
        inf.readEoln();
        ensuref(s.find('1') != string::npos, "s must contain at least one 1");
    }
    ensuref(total <= 100000, "total length");
    inf.readEof();
}
