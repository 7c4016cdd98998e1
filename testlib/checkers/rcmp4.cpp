// Compares two sequences of real numbers by their absolute or relative differences.

#include "testlib.h"

const double max_error = 1e-4;

int main(int argc, char* argv[]) {
    setName("compare two sequences of doubles, max absolute or relative error = %.5f", max_error);
    registerTestlibCmd(argc, argv);

    int n = 0;
    double expected = 0, found = 0;
    while (!ans.seekEof()) {
        ++n;
        expected = ans.readDouble();
        found = ouf.readDouble();
        if (!doubleCompare(expected, found, max_error))
            quitf(_wa,
                  "%d%s numbers differ - expected: '%.5f', found: '%.5f', error = '%.5f'", n,
                  englishEnding(n).c_str(), expected, found, doubleDelta(expected, found));
    }

    if (n == 1)
        quitf(_ok, "found '%.5f', expected '%.5f', error '%.5f'", found, expected,
              doubleDelta(expected, found));
    quitf(_ok, "%d numbers", n);
}
