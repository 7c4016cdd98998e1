// Compares two files line by line; every blank matters, only the form of line ends does not.

#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("compare files as sequence of lines");
    registerTestlibCmd(argc, argv);

    int n = 0;
    std::string first_line, expected, found;
    while (!ans.eof()) {
        ans.readStringTo(expected);
        // What follows the last line end is no line.
        if (expected.empty() && ans.eof())
            break;
        ouf.readStringTo(found);
        ++n;
        if (n == 1)
            first_line = expected;
        if (expected != found)
            quitf(_wa, "%d%s lines differ - expected: '%s', found: '%s'", n,
                  englishEnding(n).c_str(), compress(expected).c_str(), compress(found).c_str());
    }

    if (n == 1)
        quitf(_ok, "single line: '%s'", compress(first_line).c_str());
    quitf(_ok, "%d lines", n);
}
