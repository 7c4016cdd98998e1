#include "testlib.h"
#include <string>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 200000, "n");
    inf.readEoln();
    string s = inf.readToken(format("[a-z]{%d}", n), "s");
    inf.readEoln();
    inf.readInts(n, 0, 1000000, "cost");
    inf.readEoln();
    inf.readEof();
}
