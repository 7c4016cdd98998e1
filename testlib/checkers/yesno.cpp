// Compares one YES or NO in any letter case.

#include "testlib.h"

bool is_yes_or_no(const std::string& word) { return word == "YES" || word == "NO"; }

int main(int argc, char* argv[]) {
    setName("YES or NO (case insensitive)");
    registerTestlibCmd(argc, argv);

    const std::string expected = upperCase(ans.readWord());
    const std::string found = upperCase(ouf.readWord());
    if (!is_yes_or_no(expected))
        quitf(_fail, "YES or NO expected in answer, but %s found", compress(expected).c_str());
    if (!is_yes_or_no(found))
        quitf(_pe, "YES or NO expected, but %s found", compress(found).c_str());
    if (expected != found)
        quitf(_wa, "expected %s, found %s", expected.c_str(), found.c_str());
    quitf(_ok, "answer is %s", expected.c_str());
}
