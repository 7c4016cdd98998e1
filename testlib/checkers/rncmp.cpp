// Compares two sequences of real numbers by their absolute differences.

#include "testlib.h"

const double max_error = 1.5e-5;

int main(int argc, char* argv[]) {
    setName("compare two sequences of doubles, maximal absolute error = %.10f", max_error);
    registerTestlibCmd(argc, argv);

    int n = 0;
    while (!ans.seekEof()) {
        ++n;
        const double expected = ans.readDouble();
        const double found = ouf.readDouble();
        // The difference of two equal infinities is not a number, and so is not too large.
        if (std::fabs(expected - found) > max_error + 1e-15)
            quitf(_wa, "%d%s numbers differ - expected: '%.10f', found: '%.10f'", n,
                  englishEnding(n).c_str(), expected, found);
    }
    quitf(_ok, "%d numbers", n);
}
