#include "testlib.h"
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    double large = ouf.readDouble(), small = ouf.readDouble();
    quitf(_ok, "%g %g", large, small);
}
