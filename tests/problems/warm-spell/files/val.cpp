#include "testlib.h"

using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int maxN = validator.group() == "1" ? 200 : 20000;
    int n = inf.readInt(1, maxN, "n");
    inf.readSpace();
    inf.readInt(1, n, "k");
    inf.readEoln();
    inf.readInts(n, -1000000, 1000000, "a");
    inf.readEoln();
    inf.readEof();
    return 0;
}
