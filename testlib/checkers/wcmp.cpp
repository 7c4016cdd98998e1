// Compares two sequences of tokens; blanks and line breaks only separate them.

#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("compare sequences of tokens");
    registerTestlibCmd(argc, argv);

    int n = 0;
    std::string expected, found;
    while (!ans.seekEof() && !ouf.seekEof()) {
        ++n;
        ans.readTokenTo(expected);
        ouf.readTokenTo(found);
        if (expected != found)
            quitf(_wa, "%d%s words differ - expected: '%s', found: '%s'", n,
                  englishEnding(n).c_str(), compress(expected).c_str(), compress(found).c_str());
    }

    if (!ouf.seekEof())
        quitf(_wa, "Participant output contains extra tokens");
    if (!ans.seekEof())
        quitf(_wa, "Unexpected EOF in the participants output");
    if (n == 1)
        quitf(_ok, "\"%s\"", compress(expected).c_str());
    quitf(_ok, "%d tokens", n);
}
