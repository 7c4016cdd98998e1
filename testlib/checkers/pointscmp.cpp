// A sample of a checker with points: the score is the difference of two real numbers.

#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("example of scored checker");
    registerTestlibCmd(argc, argv);

    const double expected = ans.readDouble();
    const double found = ouf.readDouble();
    quitp(std::fabs(expected - found), "ja=%.4f pa=%.4f", expected, found);
}
