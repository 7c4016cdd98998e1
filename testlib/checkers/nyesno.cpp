// Compares two sequences of YES and NO in any letter case.

#include "testlib.h"

bool is_yes_or_no(const std::string& word) { return word == "YES" || word == "NO"; }

int count_rest(InStream& stream) {
    int count = 0;
    for (; !stream.seekEof(); ++count)
        stream.readToken();
    return count;
}

void compare_words(const std::string& expected, const std::string& found, int n) {
    const std::string place = vtos(n) + englishEnding(n) + " token";
    if (!is_yes_or_no(expected))
        quitf(_fail, "YES or NO expected in answer, but %s found [%s]", compress(expected).c_str(),
              place.c_str());
    if (!is_yes_or_no(found))
        quitf(_pe, "YES or NO expected, but %s found [%s]", compress(found).c_str(), place.c_str());
    if (expected != found)
        quitf(_wa, "expected %s, found %s [%s]", expected.c_str(), found.c_str(), place.c_str());
}

int main(int argc, char* argv[]) {
    setName("multiple YES/NO (case insensitive)");
    registerTestlibCmd(argc, argv);

    int n = 0, yes_count = 0;
    std::string found;
    while (!ans.seekEof() && !ouf.seekEof()) {
        ++n;
        const std::string expected = upperCase(ans.readToken());
        found = upperCase(ouf.readToken());
        compare_words(expected, found, n);
        yes_count += found == "YES";
    }

    const int extra_in_answer = count_rest(ans);
    const int extra_in_output = count_rest(ouf);
    if (extra_in_answer > 0)
        quitf(_wa, "Answer contains longer sequence [length = %d], but output contains %d elements",
              n + extra_in_answer, n);
    if (extra_in_output > 0)
        quitf(_wa, "Output contains longer sequence [length = %d], but answer contains %d elements",
              n + extra_in_output, n);
    if (n == 0)
        quitf(_ok, "Empty output");
    if (n == 1)
        quitf(_ok, "%s", found.c_str());
    quitf(_ok, "%d token(s): yes count is %d, no count is %d", n, yes_count, n - yes_count);
}
