// Compares two real numbers by their absolute difference.

#include "testlib.h"

const double max_error = 1.5e-6;

int main(int argc, char* argv[]) {
    setName("compare two doubles, maximal absolute error = %.10f", max_error);
    registerTestlibCmd(argc, argv);

    const double expected = ans.readDouble();
    const double found = ouf.readDouble();
    // The difference of two equal infinities is not a number, and so is not too large.
    if (std::fabs(expected - found) > max_error + 1e-15)
        quitf(_wa, "expected %.10f, found %.10f", expected, found);
    quitf(_ok, "answer is %.10f", expected);
}
