// Compares two sequences of signed 64-bit integers, in order.

#include "testlib.h"

// Counts the numbers that are left; a malformed one is a verdict by itself.
int count_rest(InStream& stream) {
    int count = 0;
    for (; !stream.seekEof(); ++count)
        stream.readLong();
    return count;
}

int main(int argc, char* argv[]) {
    setName("compare ordered sequences of signed int64 numbers");
    registerTestlibCmd(argc, argv);

    const int most_shown = 5;
    int n = 0;
    std::string first_numbers;
    while (!ans.seekEof() && !ouf.seekEof()) {
        ++n;
        const long long expected = ans.readLong();
        const long long found = ouf.readLong();
        if (expected != found)
            quitf(_wa, "%d%s numbers differ - expected: '%s', found: '%s'", n,
                  englishEnding(n).c_str(), vtos(expected).c_str(), vtos(found).c_str());
        if (n <= most_shown)
            first_numbers += (n == 1 ? "" : " ") + vtos(expected);
    }

    const int extra_in_answer = count_rest(ans);
    const int extra_in_output = count_rest(ouf);
    if (extra_in_answer > 0)
        quitf(_wa, "Answer contains longer sequence [length = %d], but output contains %d elements",
              n + extra_in_answer, n);
    if (extra_in_output > 0)
        quitf(_wa, "Output contains longer sequence [length = %d], but answer contains %d elements",
              n + extra_in_output, n);
    if (n <= most_shown)
        quitf(_ok, "%d number(s): \"%s\"", n, compress(first_numbers).c_str());
    quitf(_ok, "%d numbers", n);
}
