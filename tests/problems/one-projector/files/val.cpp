#include "testlib.h"

using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 5000, "n");
    inf.readEoln();
    for (int i = 0; i < n; ++i) {
        int s = inf.readInt(-1000000000, 999999999, "s");
        inf.readSpace();
        inf.readInt(s + 1, 1000000000, "e");
        inf.readEoln();
    }
    inf.readEof();
    return 0;
}
