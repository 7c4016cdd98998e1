// Compares two sequences of real numbers by their absolute or relative differences.

#include "testlib.h"

const double max_error = 1e-6;

int main(int argc, char* argv[]) {
    setName("compare two sequences of doubles, max absolute or relative  error = %.7f", max_error);
    registerTestlibCmd(argc, argv);

    int n = 0;
    double expected = 0, found = 0;
    while (!ans.seekEof()) {
        ++n;
        expected = ans.readDouble();
        found = ouf.readDouble();
        if (!doubleCompare(expected, found, max_error))
            quitf(_wa,
                  "%d%s numbers differ - expected: '%.7f', found: '%.7f', error = '%.7f'", n,
                  englishEnding(n).c_str(), expected, found, doubleDelta(expected, found));
    }

    if (n == 1)
        quitf(_ok, "found '%.7f', expected '%.7f', error '%.7f'", found, expected,
              doubleDelta(expected, found));
    quitf(_ok, "%d numbers", n);
}
