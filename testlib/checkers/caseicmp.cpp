// Compares one 64-bit integer per test case, written as "Case 1: value".

#include "testlib.h"

void read_case_header(InStream& stream, int number) {
    const std::string word = stream.readToken();
    if (word != "Case")
        stream.quitf(_pe, "Expected 'Case' but found '%s' [test case %d]", compress(word).c_str(),
                     number);
    const std::string expected = vtos(number) + ":";
    const std::string found = stream.readToken();
    if (found != expected)
        stream.quitf(_pe, "Expected '%s' but found '%s' [test case %d]", expected.c_str(),
                     compress(found).c_str(), number);
}

std::vector<long long> read_cases(InStream& stream) {
    std::vector<long long> values;
    while (!stream.seekEof()) {
        read_case_header(stream, int(values.size()) + 1);
        values.push_back(stream.readLong());
    }
    return values;
}

// Many values are shown by the first three and the last two.
std::string shown(const std::vector<long long>& values) {
    const size_t most_shown = 5;
    if (values.empty())
        return "";
    if (values.size() <= most_shown)
        return " " + join(values);
    return " " + join(values.begin(), values.begin() + 3) + " ... " +
           join(values.end() - 2, values.end());
}

int main(int argc, char* argv[]) {
    setName("Single int64 checker with testcase-support");
    registerTestlibCmd(argc, argv);

    const std::vector<long long> expected = read_cases(ans);
    const std::vector<long long> found = read_cases(ouf);
    for (size_t i = 0; i < expected.size() && i < found.size(); ++i)
        if (expected[i] != found[i])
            quitf(_wa, "Expected %s found %s [test case %d]", vtos(expected[i]).c_str(),
                  vtos(found[i]).c_str(), int(i) + 1);
    if (expected.size() != found.size())
        quitf(_pe, "Expected %d test case(s) but found %d", int(expected.size()),
              int(found.size()));
    quitf(_ok, "%d case(s):%s", int(expected.size()), shown(expected).c_str());
}
