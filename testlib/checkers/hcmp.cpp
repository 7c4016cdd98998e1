// Compares two integers of any length.

#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("compare two signed huge integers");
    registerTestlibCmd(argc, argv);

    const pattern integer("0|-?[1-9][0-9]*");
    const std::string expected = ans.readWord();
    const std::string found = ouf.readWord();
    if (!integer.matches(expected))
        quitf(_fail, "%s is not a valid integer", compress(expected).c_str());
    if (!ans.seekEof())
        quitf(_fail, "expected exactly one token in the answer file");
    if (!integer.matches(found))
        quitf(_pe, "%s is not a valid integer", compress(found).c_str());
    if (expected != found)
        quitf(_wa, "expected '%s', found '%s'", compress(expected).c_str(),
              compress(found).c_str());
    quitf(_ok, "answer is '%s'", compress(expected).c_str());
}
