// Compares two real numbers by their absolute or relative difference.

#include "testlib.h"

const double max_error = 1e-6;

int main(int argc, char* argv[]) {
    setName("compare two doubles, maximal absolute or relative error = %.10f", max_error);
    registerTestlibCmd(argc, argv);

    const double expected = ans.readDouble();
    const double found = ouf.readDouble();
    if (!doubleCompare(expected, found, max_error))
        quitf(_wa, "expected %.10f, found %.10f", expected, found);
    quitf(_ok, "answer is %.10f", expected);
}
