// A sample of a checker that reports values for a scorer instead of points.

#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("example of checker with points_info");
    registerTestlibCmd(argc, argv);

    const double found = ouf.readDouble();
    const double expected = ans.readDouble();
    quitpi(testlib_format_("pa=%.6f,ja=%.6f", found, expected),
           testlib_format_("d=%.6f", std::fabs(expected - found)));
}
