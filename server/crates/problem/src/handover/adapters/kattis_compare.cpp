// Compares an output with the answer word by word, as the default validation of packages of Kattis does.

#include "testlib.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

using namespace std;

static bool number(const string &word, double &value) {
    char *end = nullptr;
    if (word.empty() || !(isdigit((unsigned char)word[0]) || strchr("+-.", word[0]))) return false;
    if (word.find_first_of("xXnNiI") != string::npos) return false;
    value = strtod(word.c_str(), &end);
    return *end == '\0' && isfinite(value);
}

static string folded(string word) {
    if (!CASE_SENSITIVE)
        for (char &one : word) one = (char)tolower((unsigned char)one);
    return word;
}

int main(int argc, char **argv) {
    registerTestlibCmd(argc, argv);
    for (int place = 1; !ans.seekEof(); place++) {
        string expected = ans.readWord();
        if (ouf.seekEof()) quitf(_wa, "word %d: expected '%s', but the output ends", place, expected.c_str());
        string found = ouf.readWord();
        double a, b;
        if (HAS_TOLERANCE && number(expected, a)) {
            if (!number(found, b)) quitf(_wa, "word %d: expected the number '%s', found '%s'", place, expected.c_str(), found.c_str());
            double error = fabs(a - b);
            if (!(error <= ABSOLUTE || error <= RELATIVE * fabs(a))) quitf(_wa, "word %d: expected '%s', found '%s', which is outside the tolerance", place, expected.c_str(), found.c_str());
        } else if (folded(expected) != folded(found)) {
            quitf(_wa, "word %d: expected '%s', found '%s'", place, expected.c_str(), found.c_str());
        }
    }
    if (!ouf.seekEof()) quitf(_wa, "expected the end, found '%s'", ouf.readWord().c_str());
    quitf(_ok, "as expected");
}
