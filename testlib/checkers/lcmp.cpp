// Compares two files line by line, where a line is a sequence of words.

#include "testlib.h"

// Unlike token readers, words are separated by vertical tabs and form feeds, too.
std::vector<std::string> words_of(const std::string& line) {
    return tokenize(line, " \t\n\v\f\r");
}

int main(int argc, char* argv[]) {
    setName("compare files as sequence of tokens in lines");
    registerTestlibCmd(argc, argv);

    int n = 0;
    std::string first_line;
    while (!ans.eof()) {
        const std::string expected = ans.readString();
        // What follows the last line end is no line.
        if (expected.empty() && ans.eof())
            break;
        const std::string found = ouf.readString();
        ++n;
        if (n == 1)
            first_line = found;
        // Most lines are the same, so that there is nothing to take apart.
        if (expected != found && words_of(expected) != words_of(found))
            quitf(_wa, "%d%s lines differ - expected: '%s', found: '%s'", n,
                  englishEnding(n).c_str(), compress(expected).c_str(), compress(found).c_str());
    }

    if (n == 1)
        quitf(_ok, "single line: '%s'", compress(first_line).c_str());
    quitf(_ok, "%d lines", n);
}
